import { briefly } from './test.ts'

briefly('S13')
