/** What a browser calls itself, most telling first: most of them name the ones that they resemble, too. */
const browsers = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Version\/.*Safari\//],
] as const
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

const named = (of: readonly (readonly [string, RegExp])[], agent: string) => of.find(([, sign]) => sign.test(agent))?.[0]

/** A browser and what it runs on, as people call them, from its User-Agent (RFC 9110 §10.1.5); else what the program calls itself. */
export function agentOf(agent: string): { readonly browser: string; readonly system: string | undefined } {
  return { browser: named(browsers, agent) ?? agent.split(/[/\s]/)[0] ?? '', system: named(systems, agent) }
}

/** A telephone or tablet. */
export const isHandheld = (agent: string): boolean => /Mobile|Android|iPhone|iPad/.test(agent)

interface Begun {
  readonly agent: string
  readonly ip: string
  readonly createdUtc: string
}
const wordsOf = ({ agent, ip, createdUtc }: Begun) => `${agent} ${ip} ${createdUtc.slice(0, 16)}`

/** How many sessions before one began in the same minute, of the same browser at the same address: their words would be the same. */
export const alikeBefore = (all: readonly Begun[], at: number): number =>
  all.slice(0, at).filter(begun => wordsOf(begun) === wordsOf(all[at]!)).length
