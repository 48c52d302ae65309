/** The page of a playground: its host is a worker of this browser. */

import { DeskView } from "../editor/desk.js";
import { start } from "../start.js";
import { TutorialView } from "../tutorial.js";
import { WorkerCarrier } from "./carrier.js";
import { first, share } from "./links.js";
import { VERSION } from "./version.js";

start({ connect: (on) => new WorkerCarrier(on), desk: DeskView, tutorial: TutorialView, first, share });
addEventListener("hashchange", () => location.reload()); // another link with a game in it
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("service.js").catch((error) => console.warn(`without a service worker (${VERSION}): ${error}`));
}
