import type { WidgetCategory } from '@steading/contract/widgets/definition'
import type { WidgetTypeName } from '@steading/contract/widgets/widgets'
import type { TextKey } from '@steading/locales/text'
import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconBinaryTree,
  IconChartAreaLine,
  IconChartDots,
  IconChartHistogram,
  IconChartLine,
  IconChartPie,
  IconCloudRain,
  IconDroplet,
  IconGauge,
  IconHash,
  IconHeading,
  IconListNumbers,
  IconMap2,
  IconMilk,
  IconNote,
  IconNumbers,
  IconPhoto,
  IconPig,
  IconStack2,
  IconTable,
  IconTargetArrow,
  IconTrendingUp,
  IconWorldWww,
} from '@tabler/icons-react'

interface CatalogueEntry {
  readonly icon: Icon
  readonly name: TextKey
  /** What it shows, in one sentence. */
  readonly hint: TextKey
}

const ICONS: Readonly<Record<WidgetTypeName, Icon>> = {
  DIRECT_VALUE: IconHash,
  GAUGE: IconGauge,
  CONTROLLER: IconAdjustmentsHorizontal,
  MULTIPLE_INTERFACES: IconListNumbers,
  SIMPLE_MULTI_LINE_CHART: IconChartLine,
  COMPLEX_CHART: IconChartAreaLine,
  REGRESSION_CHART: IconChartDots,
  CONSUMPTION: IconDroplet,
  SILO: IconStack2,
  MILK: IconMilk,
  SCORE_CARD: IconTargetArrow,
  COUNTER: IconNumbers,
  RULE_GROUPS: IconBinaryTree,
  SIMPLE_SEARCH_TABLE: IconTable,
  MAP: IconMap2,
  WEATHER: IconCloudRain,
  SIMPLE_BATCH_INFO: IconPig,
  MORTALITY_BY_CAUSE: IconChartPie,
  ANIMAL_WEIGHT: IconChartHistogram,
  BATCH_KPI_EVOLUTION: IconTrendingUp,
  TITLE: IconHeading,
  STICKY_NOTE: IconNote,
  SIMPLE_IMAGE: IconPhoto,
  IFRAME: IconWorldWww,
}

/** How a type of widget is called, drawn and explained where one chooses it. */
export const catalogueEntry = (type: WidgetTypeName): CatalogueEntry => ({
  icon: ICONS[type],
  name: `widget.type.${type}`,
  hint: `widget.typeHint.${type}`,
})

export const categoryWord = (category: WidgetCategory): TextKey => `widget.category.${category}`
