import { type CategoryId, CATEGORIES } from '@steading/contract/devices/categories'
import { EVENT_STATUSES, SEVERITIES } from '@steading/contract/events/kinds'
import { KPI_NAMES } from '@steading/contract/production/figures'
import { SPECIES_CODES } from '@steading/contract/production/species'
import { DEPLOYMENT_STATUSES } from '@steading/contract/rules/deploymentStatus'
import type { WidgetField } from '@steading/contract/widgets/fields'
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import { COLUMNS_FIELD, TABLE_SUBJECTS, type TableSubject } from '@steading/contract/widgets/types/data/searchTable'
import { KPI_KINDS } from '@steading/locales/kpis'
import { speciesName } from '@steading/locales/production'
import type { TextKey, Translate } from '@steading/locales/text'
import { statusWord } from '../../events/index.ts'
import { categoryName } from '../../interfaces/index.ts'
import { deploymentStates } from '../../rules/index.ts'
import { columnHeads } from './columnHeads.ts'
import { severityWord } from '../../ui/marks/SeverityMark.tsx'

/** Fields with options of their own that share a word. */
const LABELS: Readonly<Record<string, string>> = Object.fromEntries(Object.values(COLUMNS_FIELD).map(name => [name, 'columns']))

/** The label of a field. */
export const fieldLabel = (name: string, t: Translate): string => t(`widget.field.${LABELS[name] ?? name}` as TextKey) // safe: the test of this file has every field

const isIn = <V extends string>(values: readonly V[], value: string): value is V => (values as readonly string[]).includes(value)

/** Options that have words of their domain; undefined: the words of the dialog. */
const DOMAIN_WORDS: Readonly<Record<string, (value: string, t: Translate) => string | undefined>> = {
  categories: (value, t) => (value in CATEGORIES ? categoryName(value as CategoryId, t) : undefined), // safe: just looked up
  species: (value, t) => (isIn(SPECIES_CODES, value) ? speciesName(value, t) : undefined),
  severity: (value, t) => (isIn(SEVERITIES, value) ? t(severityWord[value]) : undefined),
  status: (value, t) => (isIn(EVENT_STATUSES, value) ? t(statusWord[value]) : undefined),
  deploymentStatus: (value, t) => (isIn(DEPLOYMENT_STATUSES, value) ? t(deploymentStates[value].word) : undefined),
  kpi: (value, t) => (isIn(KPI_NAMES, value) ? t(KPI_KINDS[value].label) : undefined),
}

const SUBJECT_OF = new Map<string, TableSubject>(TABLE_SUBJECTS.map(subject => [COLUMNS_FIELD[subject], subject]))

/** The word of a column of a list; undefined: the field holds no columns. */
function columnWord(field: string, value: string, t: Translate): string | undefined {
  const subject = SUBJECT_OF.get(field)
  return subject && columnHeads(subject, t)[value]
}

/** The words of an option of a field. */
export const optionWord = (field: string, value: string, t: Translate): string =>
  DOMAIN_WORDS[field]?.(value, t) ?? columnWord(field, value, t) ?? t(`widget.option.${field}.${value}` as TextKey) // safe: the test of this file has every option

const HINTS: Readonly<Record<string, TextKey>> = {
  title: 'widget.fieldHint.title',
  entityIds: 'widget.fieldHint.all',
  species: 'widget.fieldHint.all',
  severity: 'widget.fieldHint.all',
  deploymentStatus: 'widget.fieldHint.all',
  categories: 'widget.fieldHint.all',
  ...Object.fromEntries(Object.values(COLUMNS_FIELD).map(name => [name, 'widget.fieldHint.all' as const])),
  description: 'widget.fieldHint.description',
  url: 'widget.fieldHint.url',
}
const HINTS_OF_TYPE: Partial<Record<WidgetTypeName, Readonly<Record<string, TextKey>>>> = {
  BATCH_KPI_EVOLUTION: { entityId: 'widget.fieldHint.openBatch' },
  SCORE_CARD: { entityId: 'widget.fieldHint.openBatch' },
  MULTIPLE_INTERFACES: { entityId: 'widget.fieldHint.instead' },
  MAP: { entityId: 'widget.fieldHint.all' },
  SIMPLE_SEARCH_TABLE: { entityId: 'widget.fieldHint.all' },
}

/** What is said below a field. */
export function fieldHint(type: WidgetTypeName, name: string, t: Translate): string | undefined {
  const key = HINTS_OF_TYPE[type]?.[name] ?? HINTS[name]
  return key && t(key)
}

/** Units of numbers without a unit of their own. */
const UNITS: Partial<Record<string, string>> = { height: 'px' }
export const fieldUnit = (name: string, field: WidgetField): string =>
  ('unit' in field ? field.unit : undefined) ?? UNITS[name] ?? ''
