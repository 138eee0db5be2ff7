type Rest<S extends string> = S extends `${infer Word}_${infer More}`
  ? `${Capitalize<Lowercase<Word>>}${Rest<More>}`
  : Capitalize<Lowercase<S>>

/** LOGIN_FAILED → loginFailed, letter by letter in its type too. */
export type Camel<S extends string> = S extends `${infer Word}_${infer More}` ? `${Lowercase<Word>}${Rest<More>}` : Lowercase<S>

/** The camel case of text keys: LOGIN_FAILED → loginFailed. */
export const camel = <const S extends string>(name: S): Camel<S> =>
  name.toLowerCase().replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) as Camel<S> // safe: what the type says
