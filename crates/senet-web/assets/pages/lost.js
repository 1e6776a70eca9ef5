import "../parts/shell.js";
