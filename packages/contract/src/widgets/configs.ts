/** A configuration of a widget of any type. */
export type Configs = Readonly<Record<string, unknown>>
