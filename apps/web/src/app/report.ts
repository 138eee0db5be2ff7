import { health } from '@steading/contract/health'
import { api } from '../platform/api/api.ts'
import { session } from '../platform/session/session.ts'

const { error: errorText, errorInfo } = health.reportError.body.shape
const reported = new Set<string>()
const calls = api(health)

/** Tells the server of a screen that broke, each way of breaking once; the person goes on either way. */
export async function report(broken: unknown): Promise<void> {
  const text = String(broken).slice(0, errorText.maxLength ?? undefined)
  if (reported.has(text)) return
  reported.add(text)
  const where = `${location.pathname}\n${broken instanceof Error ? (broken.stack ?? '') : ''}`
  const body = {
    userId: session.get()?.userId,
    error: text,
    errorInfo: where.slice(0, errorInfo.unwrap().maxLength ?? undefined),
  }
  try {
    await calls.reportError({ body }, { background: true })
  } catch (failed) {
    console.warn('not reported', failed)
  }
}
