/** The types of the bundled editor; `ggl/web/bundle/entry.js` says what is in it. */
export * from "../../bundle/entry.js";
