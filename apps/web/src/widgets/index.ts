// The door of the widgets: what a dashboard needs of them, and values and commands in words.
export { Grid } from './Grid.tsx'
export { Shown as ShownWidget, needsOf } from './Shown.tsx'
export type { Needs, WidgetData } from './view.ts'
export { type CommandLife, lifeOf, lifeWords, valueText } from './subject.ts'
