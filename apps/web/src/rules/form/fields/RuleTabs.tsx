import type { RuleDetails, RuleKind } from '@steading/contract/rules/rules'
import { type ReactNode, useCallback, useState } from 'react'
import { RecipientFields } from '../../../outbox/index.ts'
import { useText } from '../../../platform/texts.tsx'
import { Entries, type FormMode, FormModeProvider } from '../../../ui/form/edit/FormFields.tsx'
import { LeftHere } from '../../../ui/form/input/uncommitted.ts'
import { errorFor } from '../../../ui/form/edit/errorFor.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { Tabs } from '../../../ui/page/head/Tabs.tsx'
import { type RuleFormData, RuleFormDataProvider } from '../../values/ruleFormData.ts'
import { type Errors, errorsBelow } from '../../../ui/form/edit/errorsBelow.ts'
import { BasicEntries } from './BasicFields.tsx'
import type { RuleFormValues, Template } from '../../values/ruleForm.ts'
import { RuleEventEntries } from './RuleEventFields.tsx'
import { GroupEntries } from './GroupFields.tsx'
import { type FormTab, tabOfField, formTabs, tabWords } from './tabs.ts'
import type { RuleFormSetters } from './ruleFormSetters.ts'
import '../ruleForm.css'

/** Tabs that need the full width: the side panel goes below them. */
const widest: ReadonlySet<FormTab> = new Set(['schedule', 'cycle'])

/** The tabs of a rule: what it is, one for each group of inputs of its template, its event, and who is told of it. */
export function RuleTabs({
  values,
  kind,
  rule,
  template,
  about,
  mode,
  errors,
  open,
  onOpen,
  filling: { put, set, saveAfter, onInput },
  basic,
  aside,
}: {
  values: RuleFormValues
  kind: RuleKind
  rule: RuleDetails | undefined
  template: Template | undefined
  about: RuleFormData
  mode: FormMode
  errors: Readonly<Record<string, unknown>>
  open: FormTab
  onOpen: (tab: FormTab) => void
  filling: RuleFormSetters
  /** Content of the first tab instead of its fields. */
  basic?: ReactNode
  /** Stands right of the tab where there is room, below it where not. */
  aside?: ReactNode
}) {
  const t = useText()
  const messages = Object.fromEntries(Object.entries(errors).filter(([, words]) => typeof words === 'string')) as Errors // safe: just filtered
  const wrong = new Set(Object.keys(messages).map(path => tabOfField(path, template)))
  const tabs = formTabs(template)
  const current = tabs.includes(open) ? open : 'basic'
  const event = values.eventConfiguration
  const [left, count] = useState<Readonly<Partial<Record<FormTab, number>>>>({})
  const keepMounted = useCallback((tab: FormTab) => {
    const add = (by: number) => count(now => ({ ...now, [tab]: (now[tab] ?? 0) + by }))
    add(1)
    return () => add(-1)
  }, [])
  const isKeptMounted = (tab: FormTab) => (left[tab] ?? 0) > 0
  const openShowAll = values.showAllInterfaces ? undefined : () => onOpen('basic')
  return (
    <RuleFormDataProvider value={{ ...about, toShowAll: openShowAll }}>
      <Tabs
        label={t('rule.one')}
        items={tabs.map((tab, at) => ({
          key: tab,
          name: `${at + 1} ${t(tabWords[tab])}`,
          bad: wrong.has(tab) || isKeptMounted(tab),
        }))}
        current={current}
        onChange={onOpen}
      >
        <div className={aside ? 'rule-beside' : undefined} data-wide={widest.has(current) || undefined}>
          <FormModeProvider mode={mode}>
            {tabs
              .filter(tab => tab === current || isKeptMounted(tab))
              .map(tab => (
                <TabPanel key={tab} tab={tab} keepMounted={keepMounted} isOpen={tab === current}>
                  {tab === 'basic' &&
                    (basic ?? (
                      <Card title={t(tabWords.basic)}>
                        <Entries mode={mode}>
                          <BasicEntries
                            values={values}
                            kind={kind}
                            rule={rule}
                            today={about.today}
                            errors={errors}
                            put={put}
                            saveAfter={saveAfter}
                            set={change => set(change, Object.keys(change)[0] ?? '')}
                          />
                        </Entries>
                      </Card>
                    ))}
                  {template && tab !== 'basic' && tab !== 'event' && tab !== 'told' && (
                    <GroupEntries
                      group={tab}
                      template={template}
                      mode={mode}
                      errors={errorsBelow(messages, 'inputs')}
                      onInput={onInput}
                    />
                  )}
                  {tab === 'event' && (
                    <Card title={t(tabWords.event)}>
                      <Entries mode={mode}>
                        <RuleEventEntries
                          event={event}
                          autoClose={values.autoClose}
                          wrong={field => errorFor(errors, `eventConfiguration.${field}`)}
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
                      <RecipientFields
                        actions={event.actionConfigurations}
                        placeId={values.sectorId ?? values.rootEntityId}
                        mode={mode}
                        wrong={field => errorFor(errors, `eventConfiguration.actionConfigurations.${field}`)}
                        set={(actionConfigurations, touched) =>
                          set(
                            { eventConfiguration: { ...event, actionConfigurations } },
                            `eventConfiguration.actionConfigurations.${touched}`,
                          )
                        }
                      />
                    </div>
                  )}
                </TabPanel>
              ))}
          </FormModeProvider>
          {aside}
        </div>
      </Tabs>
    </RuleFormDataProvider>
  )
}

/** One tab. It stays mounted but hidden while a field in it holds uncommitted text. */
function TabPanel({
  tab,
  isOpen,
  keepMounted,
  children,
}: {
  tab: FormTab
  isOpen: boolean
  keepMounted: (tab: FormTab) => () => void
  children: ReactNode
}) {
  const keepThisMounted = useCallback(() => keepMounted(tab), [keepMounted, tab])
  return (
    <LeftHere value={keepThisMounted}>
      <div hidden={!isOpen} data-form-tab={tab}>
        {children}
      </div>
    </LeftHere>
  )
}
