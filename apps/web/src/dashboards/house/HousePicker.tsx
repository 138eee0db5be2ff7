import { ActionIcon } from '@mantine/core'
import { type House, MOST_HOUSES } from '@steading/contract/widgets/houses'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { parseSearch, writeSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import './housePicker.css'

/** Chooses the house that a dashboard shows; the address names it. */
export default function HousePicker({ houses, house }: { houses: readonly House[]; house: House }) {
  const t = useText()
  const go = useGo()
  const { pathname, searchStr, hash } = useRouterState({ select: state => state.location })
  // A public page has its link behind the #.
  const end = hash ? `#${hash}` : ''
  const show = (id: string) => go(`${pathname}${writeSearch({ ...parseSearch(searchStr), house: id })}${end}`, { replace: true })
  const at = houses.findIndex(({ id }) => id === house.id)
  const step = (word: 'dashboard.previousHouse' | 'dashboard.nextHouse', next: House | undefined) => (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t(word)}
      title={t(word)}
      disabled={!next}
      onClick={() => next && show(next.id)}
    >
      {word === 'dashboard.nextHouse' ? (
        <IconChevronRight size={18} stroke={1.8} aria-hidden />
      ) : (
        <IconChevronLeft size={18} stroke={1.8} aria-hidden />
      )}
    </ActionIcon>
  )
  return (
    <div className="house-picker">
      {step('dashboard.previousHouse', houses[at - 1])}
      <select aria-label={t('dashboard.house')} value={house.id} onChange={event => show(event.currentTarget.value)}>
        {houses.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </select>
      {step('dashboard.nextHouse', houses[at + 1])}
      {houses.length >= MOST_HOUSES && <span className="dim">{t('dashboard.houseLimit', { count: MOST_HOUSES })}</span>}
    </div>
  )
}
