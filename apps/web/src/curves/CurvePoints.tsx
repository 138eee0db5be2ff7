import { ActionIcon, Button } from '@mantine/core'
import { CURVE_MEMBERS, CURVE_ROWS } from '@steading/contract/production/curves'
import type { AgeUnit, CurveColumn, CurvePoint } from '@steading/contract/production/curves'
import { exactDecimals, quantity } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { parseCurve } from '@steading/production/curves/curveImport'
import { IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, type ClipboardEvent, useRef } from 'react'
import { useText } from '../platform/texts.tsx'
import { readTextFile } from '../ui/dropzone/readTextFile.ts'
import { NumberText } from '../ui/form/fields/NumberText.tsx'
import { alertDialog } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { curveColumns } from './curveColumns.ts'
import './curves.css'

/** A row while it is typed: anything may be missing. */
export type PointValues = { readonly [K in CurveColumn]?: number | undefined }

const problemKey = {
  WRONG_FILE_CONFIGURATION: 'curve.wrongFile',
  MISSING_AGE_VALUES: 'curve.missingAge',
  MISSING_CURVE_DETAILS_VALUES: 'curve.missingWeight',
  WRONG_CURVE_VALUE: 'curve.wrongValue',
} as const

/** The points of a curve, typed in a table, pasted into it or read from a CSV file. Ages are shown in `ageUnit` days. */
export function CurvePoints({
  value,
  onChange,
  ageUnit,
  poultry,
  errors,
}: {
  value: readonly PointValues[]
  onChange: (points: readonly PointValues[]) => void
  ageUnit: AgeUnit
  /** Weights are shown in g. */
  poultry: boolean
  /** Messages by row and column, `3.age`; '' for the table. */
  errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  const file = useRef<HTMLInputElement>(null)
  const columns = curveColumns(poultry, ageUnit)
  const read = async (text: string) => {
    const { points, problem } = parseCurve(text, { ageUnit, poultry })
    if (problem) {
      const column = columns.find(({ key }) => key === problem.column)
      return alertDialog({
        title: t('curve.importFailed'),
        text: t(problemKey[problem.code], { row: problem.row, column: column ? t(column.label) : '' }),
        yes: t('ui.close'),
      })
    }
    onChange(points)
    toast(t('curve.imported', { count: points.length }))
  }
  const readFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = currentTarget.files?.[0]
    const text = chosen && (await readTextFile(chosen))
    if (file.current) file.current.value = ''
    if (text !== undefined) await read(text)
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    // A single cell is typed into its input.
    if (!/[\r\n]/.test(text.trim())) return
    event.preventDefault()
    void read(text)
  }
  const set = (row: number, column: CurveColumn, amount: number | undefined) =>
    onChange(value.map((point, at) => (at === row ? { ...point, [column]: amount } : point)))
  return (
    <div className="stack" onPaste={paste}>
      <div className="curve-tools">
        <p className="dim">{t('curve.importHint')}</p>
        <input ref={file} type="file" accept=".csv,text/csv,text/plain" hidden onChange={event => void readFile(event)} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUpload size={15} aria-hidden />}
          onClick={() => file.current?.click()}
        >
          {t('curve.import')}
        </Button>
      </div>
      {errors[''] && (
        <p role="alert" className="curve-error">
          {errors['']}
        </p>
      )}
      <div className="curve-points scroll-x">
        <table>
          <thead>
            <tr>
              {columns.map(({ key, label, unit }) => (
                <th key={key} scope="col">
                  {t(label)} <span className="dim">{unit}</span>
                </th>
              ))}
              <th>
                <span className="vh">{t('ui.delete')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {value.map((point, row) => (
              // Rows are told apart by their place alone.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={row}>
                {columns.map(({ key, label, factor, decimals }) => (
                  <td key={key}>
                    <NumberText
                      aria-label={`${t(label)} ${row + 1}`}
                      value={scaled(point[key], factor)}
                      onChange={amount => set(row, key, scaled(amount, 1 / factor))}
                      decimals={Math.max(decimals, 1)}
                      isWhole={decimals === 0}
                      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
                      error={errors[`${row}.${key}`]}
                    />
                  </td>
                ))}
                <td>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('curve.removeRow', { row: row + 1 })}
                    disabled={value.length <= CURVE_ROWS.least}
                    onClick={() => onChange(value.filter((_, at) => at !== row))}
                  >
                    <IconTrash size={15} aria-hidden />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={value.length >= CURVE_ROWS.most}
          onClick={() => onChange([...value, {}])}
        >
          {t('curve.addRow')}
        </Button>
      </div>
    </div>
  )
}

/** A figure in the unit of its column, without the digits that a factor adds. */
const scaled = (value: number | undefined, factor: number) =>
  value === undefined ? undefined : Number((value * factor).toPrecision(12))

/** The points as a table to read. */
export function CurveTable({ points, ageUnit, poultry }: { points: readonly CurvePoint[]; ageUnit: AgeUnit; poultry: boolean }) {
  const t = useText()
  const columns = curveColumns(poultry, ageUnit).filter(
    ({ key }) => !(CURVE_MEMBERS as readonly string[]).includes(key) || points.some(point => point[key] !== undefined),
  )
  return (
    // It scrolls sideways on a narrow phone.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="curve-points scroll-x" aria-label={t('curve.points')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ key, label, unit }) => (
              <th key={key} scope="col" className="right">
                {t(label)} <span className="dim">{unit}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(point => (
            <tr key={point.age}>
              {columns.map(({ key, factor, decimals }) => (
                <td key={key} className="num right">
                  {cellText(scaled(point[key], factor), decimals, t)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const cellText = (value: number | undefined, decimals: number, t: Translate) =>
  quantity(value, '', t, [0, exactDecimals(value ?? 0, decimals)])
