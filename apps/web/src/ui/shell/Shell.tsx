import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '../../platform/texts.tsx'
import type { Brand } from '../../theme/brand.ts'
import { BottomBar } from './navigation/BottomBar.tsx'
import { OfflineStrip } from './OfflineStrip.tsx'
import { Rail } from './navigation/Rail.tsx'
import type { OpenCounts, Person, Section } from './navigation/sections.ts'
import { TopBar } from './TopBar.tsx'
import './shell.css'

const isOfJump = (target: EventTarget | null) => target instanceof Element && target.closest('.jump-field') !== null

/** What is typed into Ctrl-K, from its first letter on: they may come before its field does. */
export interface JumpField {
  readonly text: string
  readonly type: (text: string) => void
  readonly close: () => void
}

/** What is around every page of a signed-in person: rail or bottom bar, top bar, and the strip that says "offline". */
export function Shell({
  brand,
  sections,
  person,
  entity,
  bell,
  live,
  offline,
  jump: jumpOf,
  children,
}: {
  brand: Brand
  /** `rail`, `bar`: where a section stands; those of neither are in the drawer of a phone. */
  sections: readonly (Section & { readonly rail: boolean; readonly bar: boolean })[]
  person: Person
  entity: ReactNode
  bell: { href: string; counts: OpenCounts | undefined; current?: boolean }
  live: boolean
  offline?: { since: number; queuedCount: number } | undefined
  /** The dialog of Ctrl-K. */
  jump: (field: JumpField) => ReactNode
  children: ReactNode
}) {
  const t = useText()
  // What is typed there; undefined while it is closed.
  const [jump, setJump] = useState<string>()
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = jump !== undefined
  }, [jump])
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
      if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey) {
        event.preventDefault()
        // A question waits for its answer: nobody leaves past it.
        if (!isOpen.current && document.querySelector('[aria-modal="true"]')) return
        isOpen.current = true
        setJump('')
      }
      // Letters that come before its field does belong into it too, and into no other.
      else if (isOpen.current && key.length === 1 && !ctrlKey && !metaKey && !isOfJump(target)) {
        event.preventDefault()
        setJump(text => (text === undefined ? text : text + key))
      }
    }
    addEventListener('keydown', keys)
    return () => removeEventListener('keydown', keys)
  }, [])
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <Rail brand={brand} sections={sections.filter(section => section.rail)} person={person} />
      <TopBar entity={entity} onJump={() => setJump('')} live={offline ? 'offline' : live ? 'live' : 'polled'} bell={bell} />
      <main id="main" className="main" tabIndex={-1}>
        {offline && <OfflineStrip from={offline.since} queuedCount={offline.queuedCount} />}
        {children}
      </main>
      <BottomBar sections={sections} person={person} counts={bell.counts} />
      {jump !== undefined && jumpOf({ text: jump, type: setJump, close: () => setJump(undefined) })}
    </div>
  )
}
