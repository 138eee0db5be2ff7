import type { Kind, Species } from '../animals.ts'
import { broiler } from './broiler.ts'
import { pig } from './pig.ts'

export const species: Readonly<Record<Kind, Species>> = { broiler, pig }
