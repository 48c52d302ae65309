declare ptr @PyByteArray_AsString(ptr)
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyErr_Occurred()
declare void @PyErr_Clear()
declare i64 @PyBytes_Size(ptr)
declare ptr @PyBytes_AsString(ptr)
declare ptr @PyBytes_FromStringAndSize(ptr, i64)
declare ptr @PyList_New(i64)
declare i32 @PyList_SetItem(ptr, i64, ptr)
declare i32 @PyList_Append(ptr, ptr)
declare i64 @PyList_Size(ptr)
declare ptr @PyList_GetItem(ptr, i64)
declare i32 @PyList_SetSlice(ptr, i64, i64, ptr)
declare ptr @PyTuple_New(i64)
declare i32 @PyTuple_SetItem(ptr, i64, ptr)
declare ptr @PyObject_CallObject(ptr, ptr)
declare void @Py_IncRef(ptr)
declare void @Py_DecRef(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal ptr @at(ptr %c, i64 %field) {
  %p = getelementptr i64, ptr %c, i64 %field
  ret ptr %p
}
define internal i64 @get(ptr %c, i64 %field) {
  %p = call ptr @at(ptr %c, i64 %field)
  %x = load i64, ptr %p
  ret i64 %x
}
define internal ptr @address(ptr %c, i64 %field) {
  %p = call ptr @at(ptr %c, i64 %field)
  %x = load ptr, ptr %p
  ret ptr %x
}
define internal void @set(ptr %c, i64 %field, i64 %x) {
  %p = call ptr @at(ptr %c, i64 %field)
  store i64 %x, ptr %p
  ret void
}
define internal i1 @called(ptr %c, i64 %mode, i64 %number) {
  %entry = call ptr @address(ptr %c, i64 {ENTRY})
  %v = call ptr @address(ptr %c, i64 {MEMORY})
  %top = call i64 @get(ptr %c, i64 {TOP})
  %most = call i64 @get(ptr %c, i64 {MOST})
  %state = call i64 @get(ptr %c, i64 {STATE})
  %moved = call i64 @get(ptr %c, i64 {MOVED})
  %numbers = call ptr @address(ptr %c, i64 {NUMBERS})
  %room = call i64 @get(ptr %c, i64 {ROOM})
  %results = call ptr @at(ptr %c, i64 {RESULTS})
  %kept = call ptr @kept(ptr %c, i64 %mode)
  %size = call i64 @get(ptr %c, i64 {SIZE})
  %none = icmp eq ptr %kept, null
  br i1 %none, label %go, label %keep
keep:
  call void @llvm.memcpy.p0.p0.i64(ptr %kept, ptr %v, i64 %size, i1 false)
  br label %go
go:
  call void @set(ptr %c, i64 {MOVED}, i64 0)
  %before = call i64 @get(ptr %c, i64 {SERIAL})
  %serial = add i64 %before, 1
  call void @set(ptr %c, i64 {SERIAL}, i64 %serial)
  %trapped = call i32 %entry(ptr %results, ptr %v, i64 %top, i64 %mode, i64 %most, i64 %number, i64 %state, i64 %moved,
                             ptr %numbers, i64 %room)
  %well = icmp eq i32 %trapped, 0
  %stays = or i1 %well, %none
  br i1 %stays, label %done, label %restore
restore:
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %kept, i64 %size, i1 false)
  call void @set(ptr %c, i64 {MOVED}, i64 1)
  br label %done
done:
  ret i1 %well
}
define internal ptr @kept(ptr %c, i64 %mode) {
  %plays = icmp eq i64 %mode, {PLAY}
  %room = call ptr @address(ptr %c, i64 {KEPT})
  %kept = select i1 %plays, ptr null, ptr %room
  ret ptr %kept
}
define internal void @forgotten(ptr %c) {
  call void @set(ptr %c, i64 {COUNT}, i64 -1)
  call void @set(ptr %c, i64 {DRAWN}, i64 -1)
  ret void
}
define internal void @unloaded(ptr %c) {
  call void @forgotten(ptr %c)
  call void @set(ptr %c, i64 {LOADED}, i64 0)
  ret void
}
define internal void @held(ptr %c, ptr %position) {
  %old = call ptr @address(ptr %c, i64 {HOLD})
  %now = ptrtoint ptr %position to i64
  call void @set(ptr %c, i64 {LOADED}, i64 %now)
  call void @Py_IncRef(ptr %position)
  %done = call i32 @PyList_SetItem(ptr %old, i64 0, ptr %position)
  ret void
}
define internal void @copied(ptr %c, ptr %position) {
  %v = call ptr @address(ptr %c, i64 {MEMORY})
  %size = call i64 @get(ptr %c, i64 {SIZE})
  %from = call ptr @PyBytes_AsString(ptr %position)
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %from, i64 %size, i1 false)
  call void @set(ptr %c, i64 {MOVED}, i64 1)
  call void @forgotten(ptr %c)
  ret void
}
define internal i1 @loaded(ptr %c, ptr %position) {
  %there = call ptr @address(ptr %c, i64 {LOADED})
  %same = icmp eq ptr %there, %position
  br i1 %same, label %yes, label %other
other:
  %size = call i64 @get(ptr %c, i64 {SIZE})
  %its = call i64 @PyBytes_Size(ptr %position)
  %fits = icmp eq i64 %its, %size
  br i1 %fits, label %copy, label %no
copy:
  call void @copied(ptr %c, ptr %position)
  call void @held(ptr %c, ptr %position)
  br label %yes
yes:
  ret i1 true
no:
  call void @PyErr_Clear()
  ret i1 false
}
define internal i64 @counted(ptr %c) {
  %known = call i64 @get(ptr %c, i64 {COUNT})
  %is = icmp sge i64 %known, 0
  br i1 %is, label %done, label %ask
ask:
  %well = call i1 @called(ptr %c, i64 {LIST}, i64 0)
  br i1 %well, label %asked, label %failed
asked:
  %found = call i64 @get(ptr %c, i64 {RESULTS})
  %fits = icmp sge i64 %found, 0
  br i1 %fits, label %keep, label %failed
keep:
  call void @set(ptr %c, i64 {COUNT}, i64 %found)
  ret i64 %found
done:
  ret i64 %known
failed:
  ret i64 -1
}
define internal ptr @list(ptr %c, i64 %count) {
  %serial = call i64 @get(ptr %c, i64 {SERIAL})
  %made = call ptr @PyList_New(i64 %count)
  %none = icmp eq ptr %made, null
  br i1 %none, label %fail, label %check
check:
  %now = call i64 @get(ptr %c, i64 {SERIAL})
  %still = icmp eq i64 %now, %serial
  br i1 %still, label %head, label %drop
head:
  %i = phi i64 [ 0, %check ], [ %next, %put ]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %body, label %end
body:
  %numbers = call ptr @address(ptr %c, i64 {NUMBERS})
  %p = getelementptr i64, ptr %numbers, i64 %i
  %x = load i64, ptr %p
  %o = call ptr @PyLong_FromLongLong(i64 %x)
  %bad = icmp eq ptr %o, null
  br i1 %bad, label %drop, label %put
put:
  %set = call i32 @PyList_SetItem(ptr %made, i64 %i, ptr %o)
  %next = add i64 %i, 1
  br label %head
end:
  ret ptr %made
drop:
  call void @Py_DecRef(ptr %made)
  br label %fail
fail:
  call void @PyErr_Clear()
  ret ptr null
}
define internal i1 @legal(ptr %c, ptr %number, ptr %out) {
  %x = call i64 @PyLong_AsLongLong(ptr %number)
  store i64 %x, ptr %out
  %below = icmp slt i64 %x, 0
  br i1 %below, label %wrong, label %drawn
drawn:
  %d = call i64 @get(ptr %c, i64 {DRAWN})
  %is = icmp eq i64 %d, %x
  br i1 %is, label %yes, label %count
count:
  %n = call i64 @counted(ptr %c)
  %numbers = call ptr @address(ptr %c, i64 {NUMBERS})
  br label %head
head:
  %i = phi i64 [ 0, %count ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %no
body:
  %p = getelementptr i64, ptr %numbers, i64 %i
  %y = load i64, ptr %p
  %next = add i64 %i, 1
  %same = icmp eq i64 %x, %y
  br i1 %same, label %yes, label %head
wrong:
  call void @PyErr_Clear()
  br label %no
yes:
  ret i1 true
no:
  ret i1 false
}
define internal ptr @slow0(ptr %c, i64 %which) {
  %f = call ptr @address(ptr %c, i64 %which)
  %r = call ptr @PyObject_CallObject(ptr %f, ptr null)
  ret ptr %r
}
define internal ptr @slow1(ptr %c, i64 %which, ptr %a) {
  %f = call ptr @address(ptr %c, i64 %which)
  %t = call ptr @PyTuple_New(i64 1)
  call void @Py_IncRef(ptr %a)
  %d = call i32 @PyTuple_SetItem(ptr %t, i64 0, ptr %a)
  %r = call ptr @PyObject_CallObject(ptr %f, ptr %t)
  call void @Py_DecRef(ptr %t)
  ret ptr %r
}
define internal ptr @slow2(ptr %c, i64 %which, ptr %a, ptr %b) {
  %f = call ptr @address(ptr %c, i64 %which)
  %t = call ptr @PyTuple_New(i64 2)
  call void @Py_IncRef(ptr %a)
  %d = call i32 @PyTuple_SetItem(ptr %t, i64 0, ptr %a)
  call void @Py_IncRef(ptr %b)
  %e = call i32 @PyTuple_SetItem(ptr %t, i64 1, ptr %b)
  %r = call ptr @PyObject_CallObject(ptr %f, ptr %t)
  call void @Py_DecRef(ptr %t)
  ret ptr %r
}
define internal ptr @now(ptr %c) {
  %v = call ptr @address(ptr %c, i64 {MEMORY})
  %size = call i64 @get(ptr %c, i64 {SIZE})
  %made = call ptr @PyBytes_FromStringAndSize(ptr %v, i64 %size)
  ret ptr %made
}

define ptr @ggl_listed(ptr %self, ptr %position) {
  %c = call ptr @PyByteArray_AsString(ptr %self)
  %here = call i1 @loaded(ptr %c, ptr %position)
  br i1 %here, label %count, label %slow
count:
  %n = call i64 @counted(ptr %c)
  %found = icmp sge i64 %n, 0
  br i1 %found, label %make, label %slow
make:
  %made = call ptr @list(ptr %c, i64 %n)
  %none = icmp eq ptr %made, null
  br i1 %none, label %slow, label %done
done:
  ret ptr %made
slow:
  call void @unloaded(ptr %c)
  %r = call ptr @slow1(ptr %c, i64 {SLOW_LIST}, ptr %position)
  ret ptr %r
}
define ptr @ggl_applied(ptr %self, ptr %given, i64 %count) {
  %c = call ptr @PyByteArray_AsString(ptr %self)
  %x = alloca i64
  %position = load ptr, ptr %given
  %second = getelementptr ptr, ptr %given, i64 1
  %number = load ptr, ptr %second
  %here = call i1 @loaded(ptr %c, ptr %position)
  br i1 %here, label %ask, label %slow
ask:
  %may = call i1 @legal(ptr %c, ptr %number, ptr %x)
  br i1 %may, label %play, label %slow
play:
  %n = load i64, ptr %x
  %well = call i1 @called(ptr %c, i64 {PLAY}, i64 %n)
  call void @forgotten(ptr %c)
  br i1 %well, label %made, label %slow
made:
  %new = call ptr @now(ptr %c)
  %none = icmp eq ptr %new, null
  br i1 %none, label %failed, label %done
done:
  call void @held(ptr %c, ptr %new)
  ret ptr %new
failed:
  call void @unloaded(ptr %c)
  ret ptr null
slow:
  call void @unloaded(ptr %c)
  %r = call ptr @slow2(ptr %c, i64 {SLOW_APPLY}, ptr %position, ptr %number)
  ret ptr %r
}
define ptr @ggl_here(ptr %self, ptr %nothing) {
  %c = call ptr @PyByteArray_AsString(ptr %self)
  %n = call i64 @counted(ptr %c)
  %found = icmp sge i64 %n, 0
  br i1 %found, label %make, label %slow
make:
  %made = call ptr @list(ptr %c, i64 %n)
  %none = icmp eq ptr %made, null
  br i1 %none, label %slow, label %done
done:
  ret ptr %made
slow:
  call void @forgotten(ptr %c)
  %r = call ptr @slow0(ptr %c, i64 {SLOW_LIST})
  ret ptr %r
}
define ptr @ggl_go(ptr %self, ptr %number) {
  %c = call ptr @PyByteArray_AsString(ptr %self)
  %x = alloca i64
  %may = call i1 @legal(ptr %c, ptr %number, ptr %x)
  br i1 %may, label %keep, label %slow
keep:
  %before = call ptr @now(ptr %c)
  %none = icmp eq ptr %before, null
  br i1 %none, label %failed, label %push
push:
  %stack = call ptr @address(ptr %c, i64 {STACK})
  %put = call i32 @PyList_Append(ptr %stack, ptr %before)
  call void @Py_DecRef(ptr %before)
  %full = icmp ne i32 %put, 0
  br i1 %full, label %failed, label %play
play:
  %n = load i64, ptr %x
  %well = call i1 @called(ptr %c, i64 {PLAY}, i64 %n)
  call void @forgotten(ptr %c)
  br i1 %well, label %done, label %undo
done:
  call void @Py_IncRef(ptr %number)
  ret ptr %number
undo:
  call void @popped(ptr %c)
  br label %slow
failed:
  ret ptr null
slow:
  call void @forgotten(ptr %c)
  %r = call ptr @slow1(ptr %c, i64 {SLOW_APPLY}, ptr %number)
  ret ptr %r
}
define internal void @popped(ptr %c) {
  %stack = call ptr @address(ptr %c, i64 {STACK})
  %n = call i64 @PyList_Size(ptr %stack)
  %last = sub i64 %n, 1
  %position = call ptr @PyList_GetItem(ptr %stack, i64 %last)
  call void @copied(ptr %c, ptr %position)
  %cut = call i32 @PyList_SetSlice(ptr %stack, i64 %last, i64 %n, ptr null)
  ret void
}
define ptr @ggl_back(ptr %self, ptr %nothing) {
  %c = call ptr @PyByteArray_AsString(ptr %self)
  %stack = call ptr @address(ptr %c, i64 {STACK})
  %n = call i64 @PyList_Size(ptr %stack)
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %pop, label %slow
pop:
  call void @popped(ptr %c)
  call void @Py_IncRef(ptr %self)
  ret ptr %self
slow:
  %r = call ptr @slow0(ptr %c, i64 {SLOW_BACK})
  ret ptr %r
}
define ptr @ggl_sample(ptr %self, ptr %nothing) {
  %c = call ptr @PyByteArray_AsString(ptr %self)
  %well = call i1 @called(ptr %c, i64 {DRAW}, i64 0)
  br i1 %well, label %found, label %slow
found:
  %n = call i64 @get(ptr %c, i64 {RESULTS})
  %some = icmp sge i64 %n, 0
  br i1 %some, label %done, label %slow
done:
  %second = add i64 {RESULTS}, 1
  %state = call i64 @get(ptr %c, i64 %second)
  call void @set(ptr %c, i64 {STATE}, i64 %state)
  call void @set(ptr %c, i64 {DRAWN}, i64 %n)
  %r = call ptr @PyLong_FromLongLong(i64 %n)
  ret ptr %r
slow:
  %s = call ptr @slow0(ptr %c, i64 {SLOW_SAMPLE})
  ret ptr %s
}
