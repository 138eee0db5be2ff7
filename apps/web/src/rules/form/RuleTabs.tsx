import type { RuleDetails, RuleKind } from '@steading/contract/rules'
import { type ReactNode, useCallback, useState } from 'react'
import { ToldEntries } from '../../outbox/index.ts'
import { useText } from '../../platform/texts.tsx'
import { Entries, type FormMode, InMode } from '../../ui/form/Entries.tsx'
import { LeftHere } from '../../ui/form/left.ts'
import { wrongWith } from '../../ui/form/wrongWith.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Tabs } from '../../ui/page/Tabs.tsx'
import { type About, AboutRule } from '../inputs/about.ts'
import { type Errors, below } from '../inputs/props.ts'
import { BasicEntries } from './BasicEntries.tsx'
import type { Entered, Template } from './entered.ts'
import { EventEntries } from './EventEntries.tsx'
import { GroupEntries } from './GroupEntries.tsx'
import { type FormTab, tabOf, tabsOf } from './tabs.ts'
import { tabWords } from './words.ts'
import './ruleForm.css'

export interface Filling {
  /** Everything anew, or as it is by then. */
  readonly put: (next: Entered | ((now: Entered) => Entered)) => void
  /** Some of it; `touched`: the paths whose complaints are answered. */
  readonly set: (change: Partial<Entered>, touched: string) => void
  readonly onInput: (id: string, value: unknown, touched?: string) => void
}

/** A week and a curve need all the room there is: what stands beside them goes below. */
const widest: ReadonlySet<FormTab> = new Set(['schedule', 'cycle'])

/** The tabs of a rule: what it is, one for each group of inputs of its template, its event, and who is told of it. */
export function RuleTabs({
  of,
  kind,
  rule,
  template,
  about,
  mode,
  errors,
  open,
  onOpen,
  filling: { put, set, onInput },
  basic,
  beside,
}: {
  of: Entered
  kind: RuleKind
  rule: RuleDetails | undefined
  template: Template | undefined
  about: About
  mode: FormMode
  errors: Readonly<Record<string, unknown>>
  open: FormTab
  onOpen: (tab: FormTab) => void
  filling: Filling
  /** Stands on the first tab instead of its entries. */
  basic?: ReactNode
  /** Stands right of the tab where there is room, below it where not. */
  beside?: ReactNode
}) {
  const t = useText()
  const said = Object.fromEntries(Object.entries(errors).filter(([, words]) => typeof words === 'string')) as Errors // safe: just filtered
  const wrong = new Set(Object.keys(said).map(path => tabOf(path, template)))
  const tabs = tabsOf(template)
  const current = tabs.includes(open) ? open : 'basic'
  const event = of.eventConfiguration
  const [left, count] = useState<Readonly<Partial<Record<FormTab, number>>>>({})
  const hold = useCallback((tab: FormTab) => {
    const add = (by: number) => count(now => ({ ...now, [tab]: (now[tab] ?? 0) + by }))
    add(1)
    return () => add(-1)
  }, [])
  const isHeld = (tab: FormTab) => (left[tab] ?? 0) > 0
  const toShowAll = of.showAllInterfaces ? undefined : () => onOpen('basic')
  return (
    <AboutRule value={{ ...about, toShowAll }}>
      <Tabs
        label={t('rule.one')}
        items={tabs.map((tab, at) => ({ key: tab, name: `${at + 1} ${t(tabWords[tab])}`, bad: wrong.has(tab) || isHeld(tab) }))}
        current={current}
        onChange={onOpen}
      >
        <div className={beside ? 'rule-beside' : undefined} data-wide={widest.has(current) || undefined}>
          <InMode mode={mode}>
            {tabs
              .filter(tab => tab === current || isHeld(tab))
              .map(tab => (
                <Panel key={tab} {...{ tab, hold }} isOpen={tab === current}>
                  {tab === 'basic' &&
                    (basic ?? (
                      <Card title={t(tabWords.basic)}>
                        <Entries mode={mode}>
                          <BasicEntries
                            of={of}
                            kind={kind}
                            rule={rule}
                            today={about.today}
                            timeZone={about.timeZone}
                            errors={errors}
                            put={put}
                            set={change => set(change, Object.keys(change)[0] ?? '')}
                          />
                        </Entries>
                      </Card>
                    ))}
                  {template && tab !== 'basic' && tab !== 'event' && tab !== 'told' && (
                    <GroupEntries group={tab} template={template} mode={mode} errors={below(said, 'inputs')} onInput={onInput} />
                  )}
                  {tab === 'event' && (
                    <Card title={t(tabWords.event)}>
                      <Entries mode={mode}>
                        <EventEntries
                          event={event}
                          autoClose={of.autoClose}
                          wrong={field => wrongWith(errors, `eventConfiguration.${field}`)}
                          set={change =>
                            set(
                              { eventConfiguration: { ...event, ...change } },
                              `eventConfiguration.${Object.keys(change)[0] ?? ''}`,
                            )
                          }
                          onAutoClose={autoClose => set({ autoClose }, 'autoClose')}
                        />
                      </Entries>
                    </Card>
                  )}
                  {tab === 'told' && (
                    <div className="stack">
                      <ToldEntries
                        actions={event.actionConfigurations}
                        placeId={of.sectorId ?? of.rootEntityId}
                        mode={mode}
                        wrong={field => wrongWith(errors, `eventConfiguration.actionConfigurations.${field}`)}
                        set={(actionConfigurations, touched) =>
                          set(
                            { eventConfiguration: { ...event, actionConfigurations } },
                            `eventConfiguration.actionConfigurations.${touched}`,
                          )
                        }
                      />
                    </div>
                  )}
                </Panel>
              ))}
          </InMode>
          {beside}
        </div>
      </Tabs>
    </AboutRule>
  )
}

/** One tab: there while it is open, and unseen as long as something is left typed in it. */
function Panel({
  tab,
  isOpen,
  hold,
  children,
}: {
  tab: FormTab
  isOpen: boolean
  hold: (tab: FormTab) => () => void
  children: ReactNode
}) {
  const here = useCallback(() => hold(tab), [hold, tab])
  return (
    <LeftHere value={here}>
      <div hidden={!isOpen} data-form-tab={tab}>
        {children}
      </div>
    </LeftHere>
  )
}
