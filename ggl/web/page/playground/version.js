/** What tells one build from another; `ggl playground` writes it. */
export const VERSION = "";
