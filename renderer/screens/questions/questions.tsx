import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Section 2.1: these pages show one word and nothing else. */
function QuestionsPage({ name }: { name: string }): ReactNode {
  return (
    <Title order={1} px={24} py={18}>
      {name}
    </Title>
  );
}

export const SqlQuestions = (): ReactNode => <QuestionsPage name="SQL" />;
export const ReactQuestions = (): ReactNode => <QuestionsPage name="ReactQA" />;
export const DotNetCoreQuestions = (): ReactNode => <QuestionsPage name="DotNetCore" />;
export const AwsQuestions = (): ReactNode => <QuestionsPage name="Aws" />;
