"""The rules of a game in English, generated from the checked game; nothing is written by hand for any one game.

`text` gives `rules_text`, plain text with underlined headings, no line longer than 80 columns; `rule_sheet`, the same part by
part, which `layout.in_order` lists; and `reason_text` for one condition and `definition_text` for one definition, for editors.
`nouns` gives `does`, a side with its verb. Nothing is imported here: most who need a word do not need the rules.
"""
