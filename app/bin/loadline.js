#!/usr/bin/env node
// Hands the process over to the command line; committed as JavaScript so that npm can link it before anything is built.
import { main } from '../dist/cli/main.js'

const { argv, stdin, stdout, stderr, env } = process
process.exitCode = await main(argv.slice(2), { stdin, stdout, stderr, env, cwd: process.cwd(), now: Date.now })
