/** Tags of the tests that a landing leaves out; `npm run nightly` runs them. */
export const TAGS = [
  { name: 'nightly', description: 'takes too long for every landing' },
  { name: 'timed', description: 'judges real time, so it runs by itself' },
] as const

export const NIGHT_TAGS = TAGS.map(({ name }) => name)

/** What a landing runs. */
export const LANDING_FILTER = NIGHT_TAGS.map(name => `!${name}`).join(' && ')
