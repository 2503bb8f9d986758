// @ts-check
import { start } from "./js/app.js";

start();
