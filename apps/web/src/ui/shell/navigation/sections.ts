import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** A section of the application, as rail, bottom bar and drawer show it. */
export interface Section {
  readonly key: string
  readonly name: string
  readonly href: string
  readonly icon: ComponentType<IconProps>
  readonly current: boolean
}

/** Open events by severity; undefined while unknown. */
export type OpenCounts = Readonly<Record<'CRITICAL' | 'MAJOR' | 'MODERATE' | 'LOW', number>>

export interface Person {
  readonly name: string
  /** Absent while there is no such page. */
  readonly profileHref: string | undefined
  readonly signOut: () => void
}

/** Two letters of a name. */
export const initials = (name: string) => {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : undefined
  return `${words[0]?.[0] ?? ''}${last?.[0] ?? words[0]?.[1] ?? ''}`.toUpperCase()
}
