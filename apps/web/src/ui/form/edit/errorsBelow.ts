/** What is wrong below an input, by the path from there; '' is the input itself. */
export type Errors = Readonly<Record<string, string>>

/** Of an input what stands below a path of it. */
export const errorsBelow = (errors: Errors, path: string): Errors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, words]) =>
      field === path ? [['', words]] : field.startsWith(`${path}.`) ? [[field.slice(path.length + 1), words]] : [],
    ),
  )
