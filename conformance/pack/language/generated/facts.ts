// Generated from conformance/pack/language/facts.yaml by `npm run generate`; do not edit.

export const SLICE_FACTS = {
  "From": {
    "says": "first day of the slice, for `published_after`",
    "lacks": "quiet days with a few jobs"
  },
  "To": {
    "says": "end of the slice, for `published_before`; it is closed, and within reach of every search",
    "lacks": "quiet days with a few jobs"
  },
  "Total": {
    "says": "number of jobs in the slice, duplicates included, if the survey read all of them",
    "lacks": "quiet days with a few jobs"
  },
  "Read": {
    "says": "how many jobs of the slice were read",
    "lacks": "quiet days with a few jobs"
  },
  "Earlier": {
    "says": "a day, for `published_before`; in a wide slice, some jobs are older",
    "lacks": "quiet days with a few jobs"
  },
  "Later": {
    "says": "two days after it, for `published_after`; in a wide slice, some jobs are newer",
    "lacks": "quiet days with a few jobs"
  },
  "Day": {
    "says": "the first day of the jobs of the slice, if the survey read all of them",
    "lacks": "jobs of several days"
  },
  "NextDay": {
    "says": "the next day with jobs",
    "lacks": "jobs of several days"
  },
  "OnDay": {
    "says": "how many jobs are of the first day",
    "lacks": "jobs of several days"
  },
  "OnBothDays": {
    "says": "how many jobs are of the first day or of the next one",
    "lacks": "jobs of several days"
  },
  "TitleWord": {
    "says": "a word of some titles; in the other titles it is not even a part of a word",
    "lacks": "words that only some titles hold"
  },
  "TitleWordOtherCase": {
    "says": "the same word in capitals, or in small letters",
    "lacks": "words that only some titles hold"
  },
  "TitleWordPart": {
    "says": "the inner part of it, which is no word of any title",
    "lacks": "words that only some titles hold"
  },
  "TitleWordEnds": {
    "says": "the two parts of it beside its middle letter",
    "lacks": "words that only some titles hold"
  },
  "TitlePhrase": {
    "says": "two neighboring words of some titles, of which no other title holds both",
    "lacks": "words that only some titles hold"
  },
  "TitleWordA": {
    "says": "a word of titles; some hold it and `…TitleWordB`, some one of the two, some neither",
    "lacks": "words that only some titles hold"
  },
  "TitleWordB": {
    "says": "the other of the two",
    "lacks": "words that only some titles hold"
  },
  "DescriptionWord": {
    "says": "a word of some descriptions; in the other descriptions it is not even a part of a word",
    "lacks": "words that only some descriptions hold"
  },
  "DescriptionWordA": {
    "says": "a word of descriptions; some hold it and `…DescriptionWordB`, some one of the two, some neither",
    "lacks": "words that only some descriptions hold"
  },
  "DescriptionWordB": {
    "says": "the other of the two",
    "lacks": "words that only some descriptions hold"
  },
  "PairTitleWord": {
    "says": "a title word; some jobs hold it and, in the description, `…PairDescriptionWord`, some one of the two, some neither",
    "lacks": "words by which titles and descriptions differ"
  },
  "PairDescriptionWord": {
    "says": "the description word of that pair",
    "lacks": "words by which titles and descriptions differ"
  },
  "Country": {
    "says": "a country that some jobs name and others do not",
    "lacks": "jobs in several countries"
  },
  "OtherCountry": {
    "says": "another such country",
    "lacks": "jobs in several countries"
  },
  "AbsentCountry": {
    "says": "a country of the target's jobs that no job of the slice names",
    "lacks": "jobs in several countries"
  },
  "State": {
    "says": "a state that some jobs name and others do not",
    "lacks": "jobs in several places of one country"
  },
  "City": {
    "says": "a city that some jobs name and others do not",
    "lacks": "jobs in several places of one country"
  },
  "Place": {
    "says": "`{ country, state, city }` of a job; other jobs name another city of that country",
    "lacks": "jobs in several places of one country"
  },
  "PlaceRead": {
    "says": "how many jobs that were read name that country",
    "lacks": "jobs in several places of one country"
  },
  "Board": {
    "says": "value, as in the lookup, of a job board that some jobs are from and others are not",
    "lacks": "jobs of several job boards"
  },
  "BoardLabel": {
    "says": "that board as jobs name it",
    "lacks": "jobs of several job boards"
  },
  "BoardOtherCase": {
    "says": "its value in capitals, or in small letters",
    "lacks": "jobs of several job boards"
  },
  "OtherBoard": {
    "says": "value of another such board",
    "lacks": "jobs of several job boards"
  },
  "AbsentBoard": {
    "says": "value of a job board that no job of the slice is from",
    "lacks": "jobs of several job boards"
  },
  "Department": {
    "says": "an accepted department that some jobs list and others do not",
    "lacks": "jobs of several departments"
  },
  "OtherDepartment": {
    "says": "another one; some jobs list it and not the first, some the first and not it",
    "lacks": "jobs of several departments"
  },
  "AbsentDepartment": {
    "says": "an accepted department that no job of the slice lists",
    "lacks": "jobs of several departments"
  },
  "JobType": {
    "says": "an accepted job type that some jobs have and others do not",
    "lacks": "jobs of several types"
  },
  "OtherJobType": {
    "says": "another one",
    "lacks": "jobs of several types"
  },
  "SeniorityLevel": {
    "says": "an accepted level that some jobs have and others do not",
    "lacks": "jobs of several levels"
  },
  "OtherSeniorityLevel": {
    "says": "another one",
    "lacks": "jobs of several levels"
  },
  "Remote": {
    "says": "`true`: some jobs are remote, others say that they are not",
    "lacks": "remote jobs beside others"
  },
  "Unplaced": {
    "says": "`true`: some jobs name no country, others do",
    "lacks": "jobs with and without a country"
  },
  "Salary": {
    "says": "`true`: some jobs have salary data, others have none",
    "lacks": "jobs with and without a salary"
  },
  "CareerPage": {
    "says": "`true`: some jobs name no job board, others do",
    "lacks": "jobs of boards beside those of career pages"
  }
} as const;

export const TARGET_FACTS = {
  "marketIndustry": {
    "says": "an accepted industry of an employer with jobs in the market slice",
    "lacks": "industries of employers"
  },
  "marketIndustryOtherCase": {
    "says": "the same industry in capitals, or in small letters",
    "lacks": "industries of employers"
  },
  "marketOtherIndustry": {
    "says": "an accepted industry of another such employer",
    "lacks": "industries of employers"
  },
  "companyIndustry": {
    "says": "the industry of the known company, as the contract spells it",
    "lacks": "industries of employers"
  },
  "companyIndustryOtherCase": {
    "says": "the same industry in capitals, or in small letters",
    "lacks": "industries of employers"
  },
  "companyOtherIndustry": {
    "says": "an accepted industry that is not its own",
    "lacks": "industries of employers"
  },
  "companyThirdIndustry": {
    "says": "another such industry",
    "lacks": "industries of employers"
  },
  "marketScope": {
    "says": "a group for `advanced_job_keywords`: it narrows the days of the market slice if they hold more jobs than the survey reads",
    "lacks": "quiet days with a few jobs"
  },
  "historyScope": {
    "says": "the same group, if the historical direct search accepts it",
    "lacks": "jobs older than six months"
  },
  "historyTotal": {
    "says": "how many jobs the historical direct search should find in the market slice, all of which the survey read",
    "lacks": "jobs older than six months"
  },
  "companySince": {
    "says": "first day of a window that has days before `companyEarlier` and days after `companyLater`; it may be the slice",
    "lacks": "quiet days with a few jobs"
  },
  "companyUntil": {
    "says": "end of that window",
    "lacks": "quiet days with a few jobs"
  },
  "companyPageFrom": {
    "says": "first day of a window in which the company has slightly more than a page of 100 jobs",
    "lacks": "company with more than a page of jobs"
  },
  "companyPageTo": {
    "says": "end of that window, for `published_before`; the end of the slice if possible",
    "lacks": "company with more than a page of jobs"
  },
  "marketUnpaidFrom": {
    "says": "first day of a window beside the market slice: scenarios that need unpaid jobs buy there first",
    "lacks": "days with several jobs that the key has not paid for"
  },
  "marketUnpaidTo": {
    "says": "end of that window",
    "lacks": "days with several jobs that the key has not paid for"
  },
  "marketUnpaidBFrom": {
    "says": "first day of another such window",
    "lacks": "days with several jobs that the key has not paid for"
  },
  "marketUnpaidBTo": {
    "says": "end of that window",
    "lacks": "days with several jobs that the key has not paid for"
  },
  "companyUnpaidFrom": {
    "says": "first day of such a window beside the slice of the company",
    "lacks": "days with several jobs that the key has not paid for"
  },
  "companyUnpaidTo": {
    "says": "end of that window",
    "lacks": "days with several jobs that the key has not paid for"
  },
  "companyUnpaidBFrom": {
    "says": "first day of another such window",
    "lacks": "days with several jobs that the key has not paid for"
  },
  "companyUnpaidBTo": {
    "says": "end of that window",
    "lacks": "days with several jobs that the key has not paid for"
  },
  "companyUnpaidCFrom": {
    "says": "first day of another such window",
    "lacks": "days with several jobs that the key has not paid for"
  },
  "companyUnpaidCTo": {
    "says": "end of that window",
    "lacks": "days with several jobs that the key has not paid for"
  },
  "fewJobsCompanyUrl": {
    "says": "a company with 1 to 10 current jobs",
    "lacks": "company with few jobs"
  },
  "manyJobsCompanyUrl": {
    "says": "a company with more than 100 current jobs",
    "lacks": "company with more than a page of jobs"
  },
  "agencyUrl": {
    "says": "profile URL of a recruiting agency with recent jobs",
    "lacks": "agency"
  },
  "agencyScope": {
    "says": "the group of `marketScope`, if it contains jobs of agencies",
    "lacks": "agency"
  },
  "historyCompanyUrl": {
    "says": "a company with jobs that are older than the current searches reach",
    "lacks": "jobs older than six months"
  },
  "historyFrom": {
    "says": "first day of a closed window with such jobs",
    "lacks": "jobs older than six months"
  },
  "historyTo": {
    "says": "end of that window",
    "lacks": "jobs older than six months"
  },
  "directTogetherA": {
    "says": "body of a direct search within the slice, with several filters: some jobs satisfy all of them, and for each filter others fail that one alone",
    "lacks": "jobs that fail one filter of several"
  },
  "directTogetherB": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "directTogetherC": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "directTogetherD": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "directTogetherE": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "directTogetherF": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "companyTogetherA": {
    "says": "body of a company search within the slice, with several filters: some jobs satisfy all of them, and for each filter others fail that one alone",
    "lacks": "jobs that fail one filter of several"
  },
  "companyTogetherB": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "companyTogetherC": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "companyTogetherD": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "companyTogetherE": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "companyTogetherF": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "historicalTogetherA": {
    "says": "body of a historical company search within the slice, with several filters: some jobs satisfy all of them, and for each filter others fail that one alone",
    "lacks": "jobs that fail one filter of several"
  },
  "historicalTogetherB": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "historicalTogetherC": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "historicalTogetherD": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "historicalTogetherE": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "historicalTogetherF": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "legacyTogetherA": {
    "says": "body of a legacy search within the slice, with several filters: some jobs satisfy all of them, and for each filter others fail that one alone",
    "lacks": "jobs that fail one filter of several"
  },
  "legacyTogetherB": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "legacyTogetherC": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "legacyTogetherD": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "legacyTogetherE": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "legacyTogetherF": {
    "says": "one more such body, with combinations of filters that the earlier ones lack",
    "lacks": "jobs that fail one filter of several"
  },
  "searchJobsEarlier": {
    "says": "`{ key, body }` of a direct search that an earlier run (`--against`) was charged for; its jobs cost again now",
    "lacks": "earlier run (`--against`) whose billing period is over"
  },
  "searchCompanyJobsEarlier": {
    "says": "the same for a company search",
    "lacks": "earlier run (`--against`) whose billing period is over"
  },
  "searchJobsHistoricalEarlier": {
    "says": "the same for a historical direct search",
    "lacks": "earlier run (`--against`) whose billing period is over"
  },
  "boardText": {
    "says": "a part of the names of some job boards, and not of all",
    "lacks": "text that the lookups tell apart"
  },
  "boardTextOtherCase": {
    "says": "the same text with its case changed",
    "lacks": "text that the lookups tell apart"
  },
  "boardNames": {
    "says": "`{ plain, capitals, small }`: six labels of job boards with many different letters, each in three ways",
    "lacks": "text that the lookups tell apart"
  },
  "boardValues": {
    "says": "values of up to 38 job boards, with each character other than letters and digits that the list has",
    "lacks": "text that the lookups tell apart"
  },
  "departmentText": {
    "says": "a part of the names of some departments, and not of all",
    "lacks": "text that the lookups tell apart"
  },
  "departmentTextOtherCase": {
    "says": "the same text with its case changed",
    "lacks": "text that the lookups tell apart"
  },
  "departmentNames": {
    "says": "six labels of departments in the same way",
    "lacks": "text that the lookups tell apart"
  },
  "departmentValues": {
    "says": "values of up to 38 departments in the same way",
    "lacks": "text that the lookups tell apart"
  },
  "locationText": {
    "says": "a text of three characters or more for which there are locations",
    "lacks": "text that the lookups tell apart"
  },
  "locationTextOtherCase": {
    "says": "the same text with its case changed",
    "lacks": "text that the lookups tell apart"
  },
  "manyLocationsText": {
    "says": "a text for which there are more locations than the 10 that come without a limit",
    "lacks": "text that the lookups tell apart"
  }
} as const;

export const OPTIONAL_FACTS = [
  "marketScope",
  "historyScope",
  "agencyScope",
  "companySince",
  "companyUntil",
  "companyPageFrom",
  "companyPageTo"
] as const;
