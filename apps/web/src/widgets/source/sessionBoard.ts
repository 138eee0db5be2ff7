import { interfacesQuery, seriesQuery } from '../../interfaces/index.ts'
import type { BoardSource } from './source.ts'

/** What every dashboard needs of a session at once. */
export const sessionBoard: BoardSource = { kind: 'session', interfaces: interfacesQuery, series: seriesQuery }
