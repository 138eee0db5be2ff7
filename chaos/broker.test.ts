// @module-tag nightly
import { briefly } from './test.ts'

briefly('S2')
