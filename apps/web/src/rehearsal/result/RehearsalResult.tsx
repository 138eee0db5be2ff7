import type { Interface } from '@steading/contract/devices/interfaces'
import type { Rehearsed } from '@steading/contract/rules/rehearsal'
import { date, missing, number } from '@steading/locales/format'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { interfacesQuery } from '../../interfaces/index.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { withDistinctNames } from '../distinctNames.ts'
import { Adjust } from '../chart/AdjustFields.tsx'
import { Drawn } from '../chart/RehearsalChart.tsx'
import { figuresOf, type NamedOutput, verdictOf } from './figures.ts'
import { Fired } from './EventList.tsx'
import { Messages } from './Messages.tsx'
import type { MovingIn } from '../chart/adjustables.ts'
import { FiguresTable } from './FiguresTable.tsx'
import { type Inputs, readIds } from '../chart/thresholds.ts'

const none: readonly Interface[] = []

/** What a try found: in a sentence, drawn, and in figures. */
export function Outcome({
  result,
  days,
  inputs,
  onThreshold,
  movingIn,
  home,
}: {
  result: Rehearsed
  days: number
  inputs: Inputs
  onThreshold: (path: string, value: number | string | undefined) => void
  movingIn: MovingIn
  /** Where the rule is, in full. */
  home: string | undefined
}) {
  const t = useText()
  const zone = useZone()
  const ids = useMemo(() => {
    const written = [result.draft, result.deployed].flatMap(of => of?.outputs.map(output => output.interfaceId) ?? [])
    return [...new Set([...readIds(inputs), ...written])]
  }, [inputs, result])
  const { data: found = none, isPending } = useQuery(interfacesQuery(ids))
  const interfaces = useMemo(() => withDistinctNames(found, home), [found, home])
  // Undefined as long as names are on their way; one that nobody may see here has none.
  const nameOf = (id: string): NamedOutput | undefined => {
    const item = interfaces.find(one => one.id === id)
    if (!item && isPending) return undefined
    return { name: item?.displayName ?? missing, unit: item?.unit ?? '', decimals: item?.decimals ?? 1 }
  }
  const { groups, courses } = useMemo(
    () => movingIn(Date.parse(result.fromUtc), Date.parse(result.untilUtc)),
    [movingIn, result.fromUtc, result.untilUtc],
  )
  const [verdict, ...otherSentences] = verdictOf(result, days, nameOf, stamp => date(stamp, zone, t), t)
  return (
    <>
      <p className="rehearsal-verdict" aria-live="polite">
        <b>{verdict}</b> {otherSentences.join(' ')}
      </p>
      <Drawn result={result} inputs={inputs} interfaces={interfaces} courses={courses} onThreshold={onThreshold} />
      <Adjust groups={groups} onValue={onThreshold} />
      <Fired result={result} nameOf={id => nameOf(id)?.name ?? ''} />
      <FiguresTable figures={figuresOf(result, nameOf, t)} isBeside={result.deployed !== null} />
      <Messages result={result} />
      <Note>
        {t('rehearsal.readings', { readings: number(result.readings, t, 0) })} {result.approximate && t('rehearsal.approximate')}{' '}
        {t('rehearsal.noBarn')}
      </Note>
    </>
  )
}
