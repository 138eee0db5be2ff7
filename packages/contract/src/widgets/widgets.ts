import type { z } from 'zod'
import type { Configs, WidgetDefinition } from './definition.ts'
import type { WidgetTypeName } from './typeNames.ts'
import { animalWeight } from './types/batches/animalWeight.ts'
import { batchKpiEvolution } from './types/batches/batchKpiEvolution.ts'
import { mortalityByCause } from './types/batches/mortalityByCause.ts'
import { simpleBatchInfo } from './types/batches/simpleBatchInfo.ts'
import { counter } from './types/data/counter.ts'
import { map } from './types/data/map.ts'
import { ruleGroups } from './types/data/ruleGroups.ts'
import { scoreCard } from './types/data/scoreCard.ts'
import { searchTable } from './types/data/searchTable.ts'
import { weather } from './types/data/weather.ts'
import { complexChart } from './types/interfaces/complexChart.ts'
import { consumption } from './types/interfaces/consumption.ts'
import { controller } from './types/interfaces/controller.ts'
import { directValue } from './types/interfaces/directValue.ts'
import { gauge } from './types/interfaces/gauge.ts'
import { milk } from './types/interfaces/milk.ts'
import { multiLineChart } from './types/interfaces/multiLineChart.ts'
import { multipleInterfaces } from './types/interfaces/multipleInterfaces.ts'
import { regressionChart } from './types/interfaces/regressionChart.ts'
import { silo } from './types/interfaces/silo.ts'
import { iframe } from './types/others/iframe.ts'
import { simpleImage } from './types/others/simpleImage.ts'
import { stickyNote } from './types/others/stickyNote.ts'
import { titleWidget } from './types/others/titleWidget.ts'

/** Every widget type. */
export const WIDGETS = {
  DIRECT_VALUE: directValue,
  GAUGE: gauge,
  CONTROLLER: controller,
  MULTIPLE_INTERFACES: multipleInterfaces,
  SIMPLE_MULTI_LINE_CHART: multiLineChart,
  COMPLEX_CHART: complexChart,
  REGRESSION_CHART: regressionChart,
  CONSUMPTION: consumption,
  SILO: silo,
  MILK: milk,
  SCORE_CARD: scoreCard,
  COUNTER: counter,
  RULE_GROUPS: ruleGroups,
  SIMPLE_SEARCH_TABLE: searchTable,
  MAP: map,
  WEATHER: weather,
  SIMPLE_BATCH_INFO: simpleBatchInfo,
  MORTALITY_BY_CAUSE: mortalityByCause,
  ANIMAL_WEIGHT: animalWeight,
  BATCH_KPI_EVOLUTION: batchKpiEvolution,
  TITLE: titleWidget,
  STICKY_NOTE: stickyNote,
  SIMPLE_IMAGE: simpleImage,
  IFRAME: iframe,
} as const satisfies Record<WidgetTypeName, unknown>

export { WIDGET_TYPES } from './typeNames.ts'
export type { WidgetTypeName } from './typeNames.ts'
export type ConfigsOf<T extends WidgetTypeName> = z.output<(typeof WIDGETS)[T]['schema']>

/** The definition of a type, without the types of its own fields. */
export const definitionOf = (type: WidgetTypeName): WidgetDefinition => WIDGETS[type]

export const versionOf = ({ upgrades = [] }: Pick<WidgetDefinition, 'upgrades'>) => upgrades.length + 1

/** Stored configurations as the current version has them. */
export const upgraded = ({ upgrades = [] }: Pick<WidgetDefinition, 'upgrades'>, configs: Configs, version: number): Configs =>
  upgrades.slice(version - 1).reduce((before, upgrade) => upgrade(before), configs)
