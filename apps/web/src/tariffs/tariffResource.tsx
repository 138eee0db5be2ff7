import { Button } from '@mantine/core'
import { DAYS_OF_WEEK } from '@steading/contract/rules/schedule'
import { CURRENCIES, tariffBook, tariffs, weekLineOf } from '@steading/contract/tariffs/tariffs'
import type { Currency, DayOfWeek, TariffCycle } from '@steading/contract/tariffs/tariffs'
import { missing } from '@steading/locales/format'
import { weekdaysWords } from '@steading/locales/weekdays'
import { IconBolt } from '@tabler/icons-react'
import { api } from '../platform/api/api.ts'
import { to } from '../platform/navigation/paths.ts'
import { useText } from '../platform/texts.tsx'
import { choice, detailsPath, field, resource, text } from '../resource/index.ts'
import type { Entry } from '../resource/index.ts'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { ZoneField } from '../ui/form/fields/ZoneField.tsx'
import { Link } from '../ui/Link.tsx'
import { writeDay } from '../ui/moment/day.ts'
import { DayField } from '../ui/moment/DayField.tsx'
import { Card } from '../ui/page/Card.tsx'
import { slotTime } from '../ui/week/slotTime.ts'
import { WeekView } from '../ui/week/WeekView.tsx'
import { CyclesInput } from './CyclesInput.tsx'
import { nextCycle } from './cycleValues.ts'
import type { CycleValues } from './cycleValues.ts'
import { ExampleChooser } from './ExampleChooser.tsx'
import { CycleGaps } from './GapsNote.tsx'
import { HolidaysInput } from './HolidaysInput.tsx'
import { periodLook } from './periodLook.ts'
import { dayName, monthName, priceUnit, seasonKey } from './tariffWords.ts'

/** A tariff as its page reads it. */
export type TariffEntry = Entry & {
  readonly currency: Currency
  readonly timeZone: string
  readonly cycles: readonly TariffCycle[]
}

export const tariffResource = resource({
  name: 'tariffs',
  contract: tariffBook,
  calls: api(tariffs),
  permissions: { create: 'tariffs.create', update: 'tariffs.update', delete: 'tariffs.delete' },
  paths: {
    list: '/system/tariffs',
    create: '/system/tariffs/create',
    details: detailsPath('/system/tariffs/{tariffid}/details', 'tariffid'),
    parameter: 'tariffid',
  },
  words: { many: 'nav.tariffs', new: 'tariff.new', none: 'tariff.none', noneHint: 'tariff.noneHint' },
  icon: <IconBolt size={30} stroke={1.4} />,
  nameInUse: tariffBook.nameInUse,
  start: fill => <ExampleChooser fill={fill} />,
  fields: [
    text('displayName', 'ui.name', { max: 50 }),
    field<Currency | null>({
      key: 'currency',
      label: 'tariff.currency',
      initial: 'EUR',
      column: 'wide',
      input: props => <SelectField {...props} required options={CURRENCIES.map(value => ({ value, label: value }))} />,
      shown: value => value ?? missing,
      cell: value => value,
    }),
    field<string | undefined>({
      key: 'timeZone',
      label: 'ui.timeZone',
      initial: undefined,
      column: 'wide',
      input: ({ label: _label, ...props }) => <ZoneField {...props} required />,
      shown: value => value?.replaceAll('_', ' ') ?? missing,
      cell: value => value ?? null,
    }),
    field<string | undefined>({
      key: 'validFrom',
      label: 'tariff.validFrom',
      initial: undefined,
      column: 'always',
      isSorted: true,
      input: props => <DayField {...props} required />,
      shown: (value, t) => writeDay(value, t),
      cell: value => value ?? null,
    }),
    field<string | null>({
      key: 'validTo',
      label: 'tariff.validTo',
      initial: null,
      column: 'wide',
      input: props => <ValidToInput {...props} />,
      shown: (value, t) => (value === null ? missing : writeDay(value, t)),
      cell: value => value,
    }),
    choice<DayOfWeek>('holidayAs', 'tariff.holidayAs', {
      isRequired: true,
      options: t => DAYS_OF_WEEK.map(value => ({ value, label: dayName(value, t) })),
    }),
    field<readonly string[]>({
      key: 'holidays',
      label: 'tariff.holidays',
      initial: [],
      isApart: true,
      input: props => <HolidaysInput {...props} />,
      shown: (value, t) => t('tariff.holidayCount', { count: value.length }),
      cell: value => value.join(', '),
    }),
    field<readonly CycleValues[]>({
      key: 'cycles',
      label: 'tariff.cycles',
      initial: [nextCycle([])],
      column: 'wide',
      isApart: true,
      input: ({ value, onChange }, { values, errors }) => (
        <>
          <CyclesInput
            value={value}
            onChange={onChange}
            errors={errors}
            currency={typeof values.currency === 'string' ? values.currency : ''}
          />
          <EnteredGaps cycles={value} timeZone={values.timeZone} />
        </>
      ),
      shown: (value, t) => t('tariff.cycleCount', { count: value.length }),
      cell: value => value.length,
    }),
  ],
  below: entry => <TariffBelow entry={entry as TariffEntry} />, // safe: an entry of this book
})

function ValidToInput({
  value,
  onChange,
  ...props
}: {
  label: string
  value: string | null
  onChange: (day: string | null) => void
  error: string | undefined
}) {
  const t = useText()
  return <DayField {...props} hint={t('tariff.validToHint')} value={value ?? undefined} onChange={day => onChange(day ?? null)} />
}

/** The gaps of what is filled in, once it is complete. */
function EnteredGaps({ cycles, timeZone }: { cycles: readonly CycleValues[]; timeZone: unknown }) {
  const entered = tariffBook.create.shape.cycles.safeParse(cycles)
  return entered.success && typeof timeZone === 'string' ? <CycleGaps cycles={entered.data} timeZone={timeZone} /> : null
}

/** What its weeks look like, and the way to the periods of a date. */
function TariffBelow({ entry: { id, currency, timeZone, cycles } }: { entry: TariffEntry }) {
  const t = useText()
  return (
    <>
      <CycleGaps cycles={cycles} timeZone={timeZone} />
      {cycles.map((cycle, at) => (
        <CycleCard
          // Cycles have no name of their own.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          number={at + 1}
          cycle={cycle}
          currency={currency}
        />
      ))}
      <div>
        <Button component={Link} variant="default" href={to('/system/tariffs/{tariffid}/periods', { tariffid: id })}>
          {t('tariff.showPeriods')}
        </Button>
      </div>
    </>
  )
}

/** The week of a cycle. */
export function CycleCard({ number, cycle, currency }: { number: number; cycle: TariffCycle; currency: string }) {
  const t = useText()
  const lines = cycle.lines.map(weekLineOf)
  const look = periodLook<(typeof lines)[number]['intervals'][number]>(
    lines.flatMap(({ intervals }) => intervals),
    currency,
    t,
  )
  const words = lines.map(
    ({ weekdays, intervals }) =>
      `${weekdaysWords(weekdays, t)} ${intervals.map(slot => `${slotTime(slot, t)}: ${look.words(slot)}`).join(', ')}`,
  )
  const dates =
    cycle.season === 'MONTHS' ? (cycle.months ?? []).map(month => monthName(month, t)).join(', ') : t(seasonKey[cycle.season])
  return (
    <Card title={`${t('tariff.cycleNumber', { number })} · ${dates} · ${priceUnit(currency)}`}>
      <div className="week-of">
        <WeekView lines={lines} look={look} words={words} />
      </div>
    </Card>
  )
}
