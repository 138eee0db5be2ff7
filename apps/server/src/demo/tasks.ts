import type { Severity } from '@steading/contract/events/kinds'
import type { ApprovalStatus, TaskTrigger } from '@steading/contract/tasks/taskTemplates'
import type { TaskStatus } from '@steading/contract/tasks/transitions'

type Name = 'integrator' | 'manager' | 'stock' | 'reader' | 'installer'

/** A task template of the demo farm. */
export interface DemoTemplate {
  readonly key: string
  readonly at: string
  readonly title: string
  readonly description: string
  readonly checklist: readonly string[]
  readonly people: readonly Name[]
  readonly priority: Severity
  readonly requiresApproval: boolean
  readonly trigger: TaskTrigger
  readonly dueAfter: number
  readonly status: ApprovalStatus
}

export const demoTemplates: readonly DemoTemplate[] = [
  {
    key: 'generator',
    at: 'QPL',
    title: 'Test the emergency generator',
    description: 'Ten minutes under load. Note the hours on the meter.',
    checklist: ['Fuel above half', 'Starts by itself', 'Alarm of the mains failure arrives'],
    people: ['stock'],
    priority: 'MAJOR',
    requiresApproval: false,
    trigger: { type: 'WEEKLY', weekdays: [1], time: '08:00' },
    dueAfter: 24,
    status: 'APPROVED',
  },
  {
    key: 'weigh',
    at: 'QPL',
    title: 'Weigh 100 birds of the house',
    description: 'From three places of the house. Enter the weights on the same day.',
    checklist: ['Front', 'Middle', 'Back'],
    people: ['stock'],
    priority: 'MODERATE',
    requiresApproval: false,
    trigger: { type: 'BATCH_DAY', day: 7 },
    dueAfter: 12,
    status: 'APPROVED',
  },
  {
    key: 'wash',
    at: 'QPL',
    title: 'Wash and disinfect the empty house',
    description: 'Before the next chicks. The vet signs the swabs.',
    checklist: ['Litter out', 'Washed', 'Disinfected', 'Swabs taken'],
    people: ['stock'],
    priority: 'CRITICAL',
    requiresApproval: true,
    trigger: { type: 'BATCH_CLOSE' },
    dueAfter: 168,
    status: 'PENDING_APPROVAL',
  },
]

/** A task of the demo farm: its dates in hours from now, and the states that it went through. */
export interface DemoTask {
  readonly at: string
  readonly title: string
  readonly description: string
  readonly template?: string
  readonly people: readonly Name[]
  readonly priority: Severity
  readonly requiresApproval?: boolean
  readonly dueIn: number
  /** The lines of the checklist; `done`: so many of them, the first ones. */
  readonly checklist?: readonly string[]
  readonly done?: number
  readonly changes: readonly (readonly [status: TaskStatus, by: Name, hoursAgo: number, notes?: string])[]
}

export const demoTasks: readonly DemoTask[] = [
  {
    at: 'QPL/h1',
    title: 'Replace the bearing of fan 3',
    description: 'The spare part is in the workshop, shelf 2.',
    people: ['installer', 'stock'],
    priority: 'MAJOR',
    dueIn: -30,
    checklist: ['Fan off and locked', 'Bearing replaced', 'Belt tightened'],
    done: 1,
    changes: [
      ['TODO', 'manager', 90],
      ['IN_PROGRESS', 'installer', 26, 'The puller is missing, comes tomorrow'],
    ],
  },
  {
    at: 'QPL/h3',
    title: 'Flush the drinking lines',
    description: '',
    people: ['stock'],
    priority: 'MODERATE',
    dueIn: -44,
    changes: [['TODO', 'manager', 96]],
  },
  {
    at: 'QPL',
    title: 'Test the emergency generator',
    description: 'Ten minutes under load. Note the hours on the meter.',
    template: 'generator',
    people: ['stock'],
    priority: 'MAJOR',
    dueIn: 5,
    checklist: ['Fuel above half', 'Starts by itself', 'Alarm of the mains failure arrives'],
    changes: [['TODO', 'manager', 19]],
  },
  {
    at: 'QPL/h2',
    title: 'Calibrate the bird scale',
    description: 'With the 2 kg weight.',
    people: ['stock', 'manager'],
    priority: 'LOW',
    dueIn: 70,
    changes: [['TODO', 'manager', 30]],
  },
  {
    at: 'GAV/h1',
    title: 'Check the seals of the doors',
    description: 'Draught was felt at the lobby.',
    people: ['manager'],
    priority: 'MODERATE',
    requiresApproval: true,
    dueIn: 28,
    checklist: ['Lobby', 'Gable doors'],
    done: 2,
    changes: [
      ['TODO', 'integrator', 120],
      ['IN_PROGRESS', 'manager', 50],
      ['WAITING_APPROVAL', 'manager', 4, 'Seal of the north door replaced'],
    ],
  },
  {
    at: 'QPL/h1',
    title: 'Set the inlets for the night',
    description: '',
    people: ['stock'],
    priority: 'CRITICAL',
    dueIn: 3,
    changes: [
      ['TODO', 'manager', 8],
      ['IN_PROGRESS', 'stock', 1],
    ],
  },
  {
    at: 'QPL',
    title: 'Order feed for next week',
    description: '',
    people: ['manager'],
    priority: 'MAJOR',
    dueIn: -60,
    changes: [
      ['TODO', 'integrator', 130],
      ['IN_PROGRESS', 'manager', 80],
      ['DONE', 'manager', 74, '12 t, comes on Thursday'],
    ],
  },
  {
    at: 'VSR/r1',
    title: 'Clean the feed trough of pen 4',
    description: '',
    people: ['reader'],
    priority: 'LOW',
    dueIn: -30,
    changes: [
      ['TODO', 'integrator', 100],
      ['CANCELLED', 'integrator', 50, 'The pen is empty'],
    ],
  },
]
