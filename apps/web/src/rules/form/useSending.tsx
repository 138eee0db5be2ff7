import type { RuleDetails, SavedRule } from '@steading/contract/rules'
import { contactCount } from '../../outbox/index.ts'
import { queryClient } from '../../platform/queries.ts'
import { useMay } from '../../platform/session.ts'
import { useText } from '../../platform/texts.tsx'
import { confirm, tell } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import type { About } from '../inputs/about.ts'
import { refusalWords } from '../words.ts'
import { asksBefore, rivalWords } from './asking.ts'
import { Sentences } from './Sentences.tsx'
import type { Saving } from './useRuleForm.ts'

/** Asks what is to be asked before a rule is sent, and tells what became of it. */
export function useSending(rule: RuleDetails | undefined) {
  const t = useText()
  const may = useMay()

  /** `deploy`: it shall be put in service, too. */
  const isSure = async ({ of, template }: Saving, about: About, deploy: boolean): Promise<boolean> => {
    const rivals = deploy ? rivalWords(of, about, t) : []
    if (rivals.length > 0) {
      await tell({
        title: t('rule.cannotEnter', { name: of.displayName.trim() }),
        text: <Sentences of={rivals} />,
        yes: t('ui.close'),
      })
      return false
    }
    const terminal = about.terminals.find(one => one.id === of.terminalId)?.displayName ?? rule?.terminal?.displayName
    const seesInterfaces = may('interfaces.read')
    const asked = await asksBefore(
      of,
      { template, rule, deploy, terminal, seesInterfaces, choices: about.choices, driven: about.driven },
      t,
    )
    if (asked.length === 0) return true
    return confirm({
      title: t(deploy ? 'deploy.ask' : 'rule.saveAsk', { name: of.displayName.trim() }),
      text: <Sentences of={asked} />,
      yes: t(deploy ? 'deploy.action' : 'ui.save'),
      no: t('ui.cancel'),
    })
  }

  const told = async ({ rule: saved, notDeployed }: SavedRule, { of, template }: Saving, words: string) => {
    await queryClient.invalidateQueries({ queryKey: ['rules'] })
    toast(words, saved.displayName)
    if (notDeployed !== null) await tell({ title: t('deploy.savedOnly'), text: refusalWords(notDeployed, t), yes: t('ui.close') })
    const sent = template.hasEvent ? contactCount(of.eventConfiguration.actionConfigurations) : 0
    const accepted = contactCount(saved.eventConfiguration?.actionConfigurations ?? [])
    if (accepted !== sent)
      await tell({
        title: t('rule.contactsDropped'),
        text: t('warning.recipientsDiffer', { accepted, sent }),
        yes: t('ui.close'),
      })
  }
  return { isSure, told }
}
