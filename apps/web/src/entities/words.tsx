import type { EntityRow, EntityStatus, EntityType } from '@steading/contract/entities/entities'
import type { Language } from '@steading/contract/users/languages'
import type { TextKey, Translate } from '@steading/locales/text'
import {
  IconBuilding,
  IconBuildingWarehouse,
  IconCircleOff,
  IconSitemap,
  IconUsers,
  IconVector,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import { StatusPill, type StatusTone } from '../ui/marks/StatusPill.tsx'

export const typeWord = {
  ROOT: 'entity.root',
  PARTNER: 'entity.partner',
  GROUP: 'entity.group',
  ENTERPRISE: 'entity.enterprise',
  FARM: 'entity.farm',
  SECTOR: 'entity.sector',
} as const satisfies Record<EntityType, TextKey>

const icons: Readonly<Record<EntityType, TablerIcon>> = {
  ROOT: IconWorld,
  PARTNER: IconUsers,
  GROUP: IconSitemap,
  ENTERPRISE: IconBuilding,
  FARM: IconBuildingWarehouse,
  SECTOR: IconVector,
}

/** What kind of thing it is, in front of its name. */
export function TypeIcon({ type, size = 16 }: { type: EntityType | undefined; size?: number }) {
  const Icon = type ? icons[type] : IconCircleOff
  return <Icon size={size} stroke={1.6} aria-hidden />
}

export const statusStates = {
  ACTIVE: { tone: 'ok', word: 'entity.status.active' },
  DISABLED: { tone: 'idle', word: 'entity.status.disabled' },
  CLOSED: { tone: 'idle', word: 'entity.status.closed' },
  EXPIRED: { tone: 'idle', word: 'entity.status.expired' },
} as const satisfies Record<EntityStatus, { tone: StatusTone; word: TextKey }>

export function EntityStatusPill({ status }: { status: EntityStatus }) {
  const t = useText()
  const { tone, word } = statusStates[status]
  return <StatusPill tone={tone}>{t(word)}</StatusPill>
}

/** A house stands in a farm, a room in a house; of one whose place is not known, either. */
export const kindWord = (type: EntityType, parent?: EntityType): TextKey =>
  type !== 'SECTOR' ? typeWord[type] : parent === 'FARM' ? 'entity.house' : parent === 'SECTOR' ? 'entity.room' : 'entity.sector'

/** What is to be made, where it is known. */
export const newEntity = (type: EntityType | null, t: Translate, parent?: EntityType) =>
  type ? `${t('entity.new')}: ${t(kindWord(type, parent))}` : t('entity.new')

type Tag = EntityRow['tags'][number]
/** A tag in the language of the page. */
export const tagName = ({ name, translations }: Pick<Tag, 'name' | 'translations'>, language: Language) =>
  translations[language] ?? name

export function TagList({ of: item, language }: { of: readonly Tag[]; language: Language }) {
  return (
    <span className="tags">
      {item.map(tag => (
        <span key={tag.id} className="tag">
          {tagName(tag, language)}
        </span>
      ))}
    </span>
  )
}

/** Where something stands: the names from the top down. */
export const wayOf = (above: readonly string[]) => above.join(' › ')

/** How many of each type, in words. */
export const countWords = {
  GROUP: 'entity.count.group',
  ENTERPRISE: 'entity.count.enterprise',
  FARM: 'entity.count.farm',
  SECTOR: 'entity.count.sector',
} as const satisfies Partial<Record<EntityType, TextKey>>

export const listed = (items: readonly string[], t: Translate) => new Intl.ListFormat(t.language).format(items)
