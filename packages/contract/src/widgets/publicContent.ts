import { z } from 'zod'
import { CategoryName, RuleCounts, Value } from '../devices/interfaceShapes.ts'
import { EntityRef, MappedEntity } from '../entities/entities.ts'
import { RuleGroup } from '../entities/groups.ts'
import { BySeverity } from '../events/bell.ts'
import { EventStatus, Severity } from '../events/kinds.ts'
import { Id, Stamp } from '../http/fields.ts'
import { KPI_NAMES } from '../production/figures.ts'
import { SpeciesCode } from '../production/species.ts'
import { DeploymentStatus } from '../rules/deploymentStatus.ts'
import { Engine } from '../rules/ruleTemplates.ts'
import { TaskStatusName } from '../tasks/tasks.ts'
import { AnimalsByWeight, BatchEvolution, BatchInfo, MortalityByCause } from './widgetData.ts'

/** Rows of a list on a public dashboard at most. */
export const MOST_PUBLIC_ROWS = 50

/** Rows of a list: what they are called, and the values of the columns that the widget shows. */
const rowsOf = <S extends z.ZodRawShape>(columns: S) => z.array(z.object(columns).partial().extend({ name: z.string() }))
const place = z.string()

/** Rows of a list by its subject: what they are called, where they are, how they stand. Nobody is named. */
export const PublicTable = z.discriminatedUnion('subject', [
  z.object({
    subject: z.literal('EVENTS'),
    rows: rowsOf({ place, severity: Severity, status: EventStatus, openDate: Stamp }),
  }),
  z.object({
    subject: z.literal('TASKS'),
    rows: rowsOf({ place, priority: Severity, status: TaskStatusName, dueDate: Stamp }),
  }),
  z.object({ subject: z.literal('RULES'), rows: rowsOf({ place, deploymentStatus: DeploymentStatus }) }),
  z.object({
    subject: z.literal('INTERFACES'),
    rows: rowsOf({
      place,
      reading: z.object({
        category: CategoryName,
        value: Value.nullable(),
        unit: z.string().nullable(),
        decimals: z.number().int(),
      }),
      at: Stamp.nullable(),
    }),
  }),
  z.object({
    subject: z.literal('TERMINALS'),
    rows: rowsOf({ place, connected: z.boolean(), lastCommunication: Stamp.nullable() }),
  }),
  z.object({
    subject: z.literal('BATCHES'),
    rows: rowsOf({ place, species: SpeciesCode, isOpen: z.boolean(), openDate: Stamp, animals: z.number().int() }),
  }),
])
export type PublicTable = z.infer<typeof PublicTable>

/** A KPI of a batch, and that of the batch before it in the same house. */
export const PublicBatchKpi = z.object({
  batch: z.object({ id: Id, code: z.string(), entity: EntityRef.pick({ displayName: true }), species: SpeciesCode }),
  kpis: z.partialRecord(z.enum(KPI_NAMES), z.number()),
  previous: z.partialRecord(z.enum(KPI_NAMES), z.number()).nullable(),
})

/** What a widget of a public dashboard shows beside readings: the one member that its type and configuration ask for. */
export const PublicContent = z.object({
  /** `bySeverity` is left out for closed events. */
  eventCount: z.object({ total: z.number().int(), bySeverity: BySeverity.omit({ total: true }).optional() }).optional(),
  ruleCount: RuleCounts.extend({ categories: z.array(RuleCounts.extend({ category: Engine })) }).optional(),
  ruleGroups: z
    .array(
      RuleGroup.pick({ id: true, displayName: true, counts: true }).extend({ entity: EntityRef.pick({ displayName: true }) }),
    )
    .optional(),
  map: z.array(MappedEntity.omit({ parentId: true, displayName: true, dashboard: true })).optional(),
  openBatches: z.number().int().optional(),
  batchInfo: BatchInfo.optional(),
  mortalityByCause: MortalityByCause.optional(),
  animalsByWeight: AnimalsByWeight.optional(),
  batchEvolution: BatchEvolution.optional(),
  /** Null: the house has no open batch. */
  batchKpi: PublicBatchKpi.nullable().optional(),
  /** The first rows; `total`: how many there are, counted up to the limit of lists. */
  table: z.object({ total: z.number().int(), content: PublicTable }).optional(),
})
export type PublicContent = z.infer<typeof PublicContent>
