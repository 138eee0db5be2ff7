/** Error message of a field, or of the first invalid item in it. */
export function errorFor(errors: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const found = Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1]
  return typeof found === 'string' ? found : undefined
}
