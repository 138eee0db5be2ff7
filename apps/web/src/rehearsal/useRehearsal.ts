import { REHEARSAL_DAYS, type RehearsalDraft, type Rehearsed, rehearsal } from '@steading/contract/rules/rehearsal'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, data } from '../platform/api/api.ts'

export type Days = (typeof REHEARSAL_DAYS)[number]

export interface Try {
  readonly rule: RehearsalDraft
  readonly ruleId: string | null
  readonly days: Days
}

/** What is under way: how much of it is done, 0 to 1; null: others are tried first. */
export interface Running {
  readonly days: Days
  readonly done: number | null
}

const calls = api(rehearsal)
/** ms without a change, before a rule that changes is tried again. */
const QUIET = 350

/**
 * Tries a rule when asked, and from then on again whenever it changes; what was found stays until the next is. `wish` null: the
 * rule is not complete.
 */
export function useRehearsal(wish: Try | null) {
  const [running, setRunning] = useState<Running>()
  const [found, setFound] = useState<{ readonly result: Rehearsed; readonly key: string; readonly days: Days }>()
  const [failed, setFailed] = useState<unknown>()
  const [isOn, setOn] = useState(false)
  const current = useRef<AbortController>(undefined)
  const key = wish && JSON.stringify(wish)

  const cancel = useCallback(() => {
    current.current?.abort()
    current.current = undefined
    setRunning(undefined)
  }, [])
  useEffect(() => cancel, [cancel])

  const run = useCallback(async (asked: string) => {
    current.current?.abort()
    const leaving = (current.current = new AbortController())
    const body = JSON.parse(asked) as Try // safe: it was written from one
    const isCurrent = () => current.current === leaving
    setFailed(undefined)
    setRunning({ days: body.days, done: 0 })
    try {
      for await (const message of await data(calls.rehearse({ body }, { signal: leaving.signal }))) {
        if (!isCurrent()) return
        if (message.type === 'result') setFound({ result: message.result, key: asked, days: body.days })
        else setRunning({ days: body.days, done: message.type === 'waiting' ? null : message.done })
      }
    } catch (error) {
      if (isCurrent()) setFailed(error)
    } finally {
      if (isCurrent()) setRunning(undefined)
    }
  }, [])

  // What was cancelled, or failed, is tried again once it is another.
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (!isOn || key === null || key === last.current) return undefined
    const timer = setTimeout(() => {
      last.current = key
      void run(key)
    }, QUIET)
    return () => clearTimeout(timer)
  }, [isOn, key, run])

  const start = () => {
    if (key === null) return
    setOn(true)
    last.current = key
    void run(key)
  }
  return { running, found, isCurrent: found !== undefined && found.key === key, failed, start, cancel }
}
