// The door of the widgets: what a dashboard needs of them, and values and commands in words.
export { Grid } from './Grid.tsx'
export { Shown as ShownWidget, needsOf } from './Shown.tsx'
export type { Alarm, Needs, WidgetData } from './view.ts'
export { isPast } from './alarm.ts'
export { withTail } from './tail.ts'
export { Widget } from './Widget.tsx'
export { isQuiet, lifeOf, lifeWords, released, toneOf } from './life.ts'
export { valueText } from './subject.ts'
