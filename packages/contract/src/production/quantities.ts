import { z } from 'zod'

/** kg to the gram, as a weighbridge or a delivery note says. */
export const Kilograms = z.number().positive().max(999_999_999.999).multipleOf(0.001)
/** m² */
export const SquareMetres = z.number().positive().max(9_999_999.99).multipleOf(0.01)
