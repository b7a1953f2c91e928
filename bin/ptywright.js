#!/usr/bin/env node
import { commandLine } from '../dist/start.js';

await commandLine.open().main(process.argv.slice(2));
