import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'

/** Ends a command that cannot do what it was asked for: in a sentence, with exit code 2. */
export function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}

/** What parseArgs says of arguments that it does not take, without its advice; undefined for an error of another kind. */
export const badArgument = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
    ? error.message.split('. ')[0]!
    : undefined

/** The arguments of a command. One that it doesn't know ends it with its usage, --help shows that. */
export function asked<const T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  const args = config.args ?? process.argv.slice(2)
  if (args.includes('--help')) {
    console.log(usage)
    process.exit()
  }
  try {
    return parseArgs(config)
  } catch (error) {
    const problem = badArgument(error)
    if (!problem) throw error
    return refuse(`${problem}\n${usage}`)
  }
}

/** A whole number out of an option's text. */
export const whole = (option: string, text: string, least: number, most = 1e9): number =>
  /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? Number(text)
    : refuse(`--${option} ${text}: a whole number from ${least} to ${most}`)

/** Texts separated by commas, each one of these. */
export function each<const T extends string>(option: string, text: string, known: readonly T[]): T[] {
  const strange = text.split(',').filter(one => !(known as readonly string[]).includes(one))
  if (strange.length > 0) refuse(`--${option} ${strange.join(',')}: unknown; there are ${known.join(', ')}`)
  return text.split(',') as T[] // safe: none of them is unknown
}

/** A command without arguments. */
export const noArguments = (usage: string) => void asked(usage, {})
