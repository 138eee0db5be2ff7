/** Takes away what binary fractions add: 214 × 0.1 is 21.4. Twelve digits stay. */
export const round = (value: number): number => Number(value.toPrecision(12))
