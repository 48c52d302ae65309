/** The page of a workshop: its host is reached by a WebSocket. */

import { Carrier, hostAddress } from "./carrier.js";
import { DeskView } from "./editor/desk.js";
import { start } from "./start.js";
import { TutorialView } from "./tutorial.js";

start({ connect: (on) => new Carrier(hostAddress(location), location.hash.slice(1), on), desk: DeskView, tutorial: TutorialView });
addEventListener("hashchange", () => location.reload()); // another link of the workshop
