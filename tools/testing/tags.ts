/** Judges real time, so it runs by itself. */
export const TIMED = 'timed'

/** Tags of the tests that a landing leaves out; `npm run nightly` runs them. */
export const TAGS = [
  { name: 'nightly', description: 'takes too long for every landing' },
  { name: TIMED, description: 'judges real time, so it runs by itself' },
] as const

export const NIGHT_TAGS = TAGS.map(({ name }) => name)

/** Environment variable: set while a landing runs. What takes long within a test is left to the night then, too. */
export const LANDING_VARIABLE = 'TEST_LANDING'

/** Arguments of Vitest: what a landing runs. */
export const LANDING = [`--tagsFilter=${NIGHT_TAGS.map(name => `!${name}`).join(' && ')}`]
