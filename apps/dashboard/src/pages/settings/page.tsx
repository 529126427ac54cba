import { useQuery } from '@tanstack/react-query'
import { siteQuery } from '../../api/sites.ts'
import { useDomain } from '../../layout/address.ts'
import { Page as PageFrame, Section } from '../../parts/page.tsx'
import { QueryState, Skeleton } from '../../parts/states.tsx'
import { AnswersForm } from './answers-form.tsx'
import { BudgetForm } from './budget-form.tsx'
import { LimitsForm } from './limits-form.tsx'
import { MailForm } from './mail-form.tsx'
import { MailsButton } from './mails.tsx'
import { ModelForm } from './model-form.tsx'
import { PolicyForm } from './policy-form.tsx'
import { ReadersCard } from './readers-card.tsx'
import { budgetQuery, limitsQuery, modelQuery, policyQuery, settingsQuery } from './settings-queries.ts'
import { SiteForm } from './site-form.tsx'

const skeleton = <Skeleton className="h-40" />

/** How the site answers, what readers may do, and what is kept. */
export const Page = () => {
  const domain = useDomain()
  const site = useQuery(siteQuery(domain))
  const settings = useQuery(settingsQuery(domain))
  const model = useQuery(modelQuery(domain))
  const limits = useQuery(limitsQuery(domain))
  const policy = useQuery(policyQuery(domain))
  const budget = useQuery(budgetQuery)
  return (
    <PageFrame title="Settings">
      <Section isBeside title="Answers" about="How questions are answered. The next question uses what you save.">
        <QueryState query={settings} skeleton={skeleton}>
          {(data) => <AnswersForm domain={domain} settings={data} />}
        </QueryState>
      </Section>
      <Section isBeside title="Model" about="What writes the answers. It can be changed at any time.">
        <QueryState query={model} skeleton={skeleton}>
          {(data) => <ModelForm domain={domain} model={data} />}
        </QueryState>
      </Section>
      <Section
        isBeside
        title="Site"
        about="Where the documentation is published, and which web pages may use its keys."
      >
        <QueryState query={site} skeleton={skeleton}>
          {(data) => <SiteForm site={data} />}
        </QueryState>
      </Section>
      <Section isBeside title="What is kept">
        <QueryState query={policy} skeleton={skeleton}>
          {(data) => <PolicyForm domain={domain} policy={data} />}
        </QueryState>
      </Section>
      <Section
        isBeside
        title="Limits"
        about="Questions that readers of this site may ask, on top of the server’s own limits."
      >
        <QueryState query={limits} skeleton={skeleton}>
          {(data) => <LimitsForm domain={domain} limits={data} />}
        </QueryState>
      </Section>
      <Section
        isBeside
        title="Budget"
        about="Of the whole organization. When it is used up, questions are refused until the next day (UTC)."
      >
        <QueryState query={budget} skeleton={skeleton}>
          {(data) => <BudgetForm budget={data} />}
        </QueryState>
      </Section>
      <Section
        isBeside
        title="Mail"
        about="Who is told when something fails, and how the week was."
        actions={<MailsButton domain={domain} addresses={settings.data?.mail?.to ?? []} />}
      >
        <QueryState query={settings} skeleton={skeleton}>
          {(data) => <MailForm domain={domain} settings={data} />}
        </QueryState>
      </Section>
      <Section isBeside title="Signed readers">
        <QueryState query={site} skeleton={skeleton}>
          {(data) => <ReadersCard site={data} />}
        </QueryState>
      </Section>
    </PageFrame>
  )
}
