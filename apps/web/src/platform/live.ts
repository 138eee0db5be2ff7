import type { Command, Interface } from '@steading/contract/interfaces'
import { type LiveMessage, live } from '@steading/contract/live'
import { MAX_INTERFACES } from '@steading/contract/readings'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { api, data } from './api.ts'
import { changes } from './changes.ts'
import { type Heard, liveValues, overlay, withCommand, withReading } from './liveValues.ts'
import { offlineSince } from './online.ts'
import { pollEvery, queryClient } from './queries.ts'
import { session } from './session.ts'
import { store, useStore } from './store.ts'
import { carriesAll, type StreamState, liveStream } from './stream.ts'
import { watchVisibility } from './visibility.ts'

const calls = api(live)
const made = changes(queryClient)
const listeners = new Set<(message: LiveMessage) => void>()

/** Whether values arrive as they are measured. */
export const streamState = store<StreamState>('off')

const stream = liveStream({
  open: (interfaceIds, signal) =>
    data(
      calls.stream(
        { query: { ...(interfaceIds.length > 0 && { interfaceIds: [...interfaceIds] }) } },
        { signal, background: true },
      ),
    ),
  onMessage: hear,
  onState: streamState.set,
  onJoin: made.everything,
  random: Math.random,
})
/** Interfaces that are watched; those beyond what one stream carries are polled. */
const watchedCount = store(0)
const values = liveValues(() => {
  const watched = values.watched()
  watchedCount.set(watched.length)
  stream.want(watched.slice(0, MAX_INTERFACES))
})

function hear(message: LiveMessage): void {
  switch (message.type) {
    case 'reading':
      values.set(message.interfaceId, heard => withReading(heard, message))
      break
    case 'command':
      values.set(message.command.interfaceId, heard => withCommand(heard, message.command))
      made.of('command')
      break
    case 'event':
    case 'rule':
    case 'terminal':
      made.of(message.type)
      break
    case 'hello':
    case 'ping':
      return
  }
  for (const listener of listeners) listener(message)
}

/** Tells the other tabs of this browser that this one is looked at; none where the browser has no channels. */
const attention = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('steading.attention')

/** Keeps the one stream of this tab open while somebody is signed in and looks at it. The shell calls it. */
export function useLiveStream(): void {
  useEffect(() => {
    const wish = () => stream.run(session.get() !== undefined && visibility.isSeen())
    const visibility = watchVisibility({
      isHidden: () => document.hidden,
      onChange: wish,
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows; a channel is of one origin by itself
      announce: () => attention?.postMessage('seen'),
    })
    attention?.addEventListener('message', visibility.yieldToOther)
    document.addEventListener('visibilitychange', visibility.update)
    wish()
    const ends = [
      session.subscribe(wish),
      offlineSince.subscribe(() => offlineSince.get() === undefined && stream.hurry()),
      () => attention?.removeEventListener('message', visibility.yieldToOther),
      () => document.removeEventListener('visibilitychange', visibility.update),
      visibility.end,
      () => stream.run(false),
    ]
    return () => ends.forEach(end => end())
  }, [])
}

/** Hears each message but the stream's own hello and ping, until the answer is called. */
export function onLive(listener: (message: LiveMessage) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A command that this person has just sent: shown before the stream says so. */
export const noteCommand = (command: Command): void => values.set(command.interfaceId, heard => withCommand(heard, command))

/** What the stream has said of these interfaces, and asks for them while the component is there. Keep the array the same. */
export function useHeard(interfaceIds: readonly string[]): ReadonlyMap<string, Heard> {
  const source = useMemo(() => heardOf(interfaceIds), [interfaceIds])
  return useSyncExternalStore(source.subscribe, source.get)
}

function heardOf(interfaceIds: readonly string[]) {
  const look = () =>
    new Map(
      interfaceIds.flatMap(id => {
        const heard = values.get(id)
        return heard ? [[id, heard] as const] : []
      }),
    )
  let now: ReadonlyMap<string, Heard> = look()
  return {
    get: () => now,
    subscribe: (listener: () => void) =>
      values.watch(interfaceIds, () => {
        now = look()
        listener()
      }),
  }
}

/** Interfaces as they are now: what the server answered, with whatever the stream has said since. */
export function useLiveInterfaces(interfaces: readonly Interface[]): readonly Interface[] {
  const key = interfaces.map(one => one.id).join(' ')
  const ids = useMemo(() => key.split(' ').filter(Boolean), [key])
  const heard = useHeard(ids)
  return useMemo(() => interfaces.map(one => overlay(one, heard.get(one.id))), [interfaces, heard])
}

/** Does the stream carry every value that is shown? */
export function useIsLive(): boolean {
  const state = useStore(streamState)
  return carriesAll(state, useStore(watchedCount))
}

/** How often values and lists are asked for: rarely while the stream tells all that changes, else every 60 s. */
export function usePollEvery(): number {
  return useIsLive() ? 5 * pollEvery : pollEvery
}
