import type { z } from 'zod'
import { ProviderFailure } from './provider.ts'

const TIMEOUT = 10_000
const MAX_BYTES = 2_097_152

/** GET of a provider, without redirects. @throws ProviderFailure without an answer in 10 s, or one that does not fit the schema */
export async function fetchJson<S extends z.ZodType>(
  base: string,
  query: Record<string, string>,
  schema: S,
): Promise<z.output<S>> {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const parsed = schema.safeParse(await readAnswer(url))
  if (!parsed.success) throw new ProviderFailure('answered in an unknown form')
  return parsed.data
}

async function readAnswer(url: URL): Promise<unknown> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) })
    if (!response.ok) {
      await response.body?.cancel()
      throw new ProviderFailure(`answered ${response.status}`, response.status === 429 ? retryAfterOf(response) : undefined)
    }
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) throw new ProviderFailure('answered too much')
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    throw new ProviderFailure(reasonOf(error))
  }
}

/** ms of the header Retry-After; 0 where there is none, or a date. */
function retryAfterOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
}

/** Why there was no answer, without the address. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'answered no JSON'
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer in ${TIMEOUT / 1000} s`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined
  return cause && 'code' in cause ? `no connection (${String(cause.code)})` : 'no connection'
}
