// A set-up file of Vitest: it seeds every property of fast-check.
import fc from 'fast-check'
import { propertySeed } from './propertySeed.ts'

fc.configureGlobal({ seed: propertySeed(process.env) })
