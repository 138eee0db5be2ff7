import { briefly } from './test.ts'

briefly('S11')
